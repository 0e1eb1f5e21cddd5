import { useRef, useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './video-view.module.css'
import { Watermark } from './watermark.tsx'

type VideoViewProps = { url: string; title: string; watermark: string | null; onBroken: () => void }

/** A video played from our own origin. When its address is renewed it goes on where it was. */
export function VideoView({ url, title, watermark, onBroken }: VideoViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const place = useRef({ time: 0, wasPlaying: false })
  const [isReady, setReady] = useState(false)

  const resume = () => {
    const player = video.current
    setReady(true)
    if (!player || place.current.time === 0) return
    player.currentTime = place.current.time
    if (place.current.wasPlaying) void player.play().catch(() => undefined)
  }
  const remember = () => {
    const player = video.current
    if (player && !player.error) place.current = { time: player.currentTime, wasPlaying: !player.paused }
  }

  return (
    <div className={styles.stage}>
      {!isReady && <Spinner label="Chargement de la vidéo..." />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the recordings have no captions */}
      <video
        ref={video}
        src={url}
        controls
        controlsList="nodownload"
        disablePictureInPicture
        playsInline
        preload="metadata"
        aria-label={title}
        hidden={!isReady}
        className={styles.video}
        onLoadedMetadata={resume}
        onTimeUpdate={remember}
        onError={onBroken}
      />
      {isReady && watermark && <Watermark text={watermark} />}
    </div>
  )
}
