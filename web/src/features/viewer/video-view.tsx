import { useEffect, useRef } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import type { TicketSource } from '#web/lib/documents/ticket-source.ts'
import { keepVideoPlace, videoPlace } from '#web/lib/documents/video-places.ts'
import { Spinner } from '#web/ui/loading.tsx'
import { useVideoAddress } from './use-video-address.ts'
import styles from './video-view.module.css'
import { resumedText, viewerTexts } from './viewer-texts.ts'
import { Watermark } from './watermark.tsx'

type VideoViewProps = {
  id: string
  ticket: Ticket
  tickets: TicketSource
  speed: number
  watermark: string | null
  onSpeed: (speed: number) => void
  onTrouble: (isTroubled: boolean) => void
  onNote: (note: string) => void
  onLost: (error: unknown) => void
}

/** A video left so near its beginning or its end, in seconds, begins anew. */
const EDGE_S = 5
/** Seconds between two notes of the place. */
const KEEP_EVERY_S = 5

/** A video played from our own origin, which goes on where this device left it. */
export function VideoView(props: VideoViewProps) {
  const { id, ticket, tickets, speed, watermark, onSpeed, onTrouble, onNote, onLost } = props
  const version = { id, version: ticket.version }
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  const place = useRef({ time: videoPlace(version), wasPlaying: false, kept: 0 })
  const { url, isReady, onReady, onError, onProgress } = useVideoAddress(ticket, tickets, onTrouble, onLost)

  useEffect(() => {
    // Fetched at once, while the address lives, and shown when the viewer asks for them.
    if (track.current) track.current.track.mode = 'hidden'
  }, [])
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [speed])

  const resume = () => {
    const { current: player } = video
    if (!player) return
    const { time, wasPlaying } = place.current
    player.playbackRate = speed
    if (time > 0 && time < player.duration - EDGE_S) player.currentTime = time
    if (wasPlaying) void player.play().catch(() => undefined)
    else if (!isReady && time > EDGE_S && player.currentTime > 0) onNote(resumedText(time))
    onReady()
  }
  const keep = (time: number | null) => {
    place.current.kept = time ?? 0
    keepVideoPlace(version, time !== null && time > EDGE_S ? time : null)
  }
  const follow = () => {
    const { current: player } = video
    if (!player || player.error || player.ended) return
    const { currentTime: time, paused } = player
    place.current = { ...place.current, time, wasPlaying: !paused }
    onProgress()
    if (Math.abs(time - place.current.kept) >= KEEP_EVERY_S) keep(time)
  }

  return (
    <div className={styles.stage}>
      {!isReady && <Spinner label={viewerTexts.loadingVideo} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- those that have captions get them */}
      <video
        ref={video}
        src={url}
        controls
        // Full screen by our own button keeps the watermark; iPhones know their own way only.
        controlsList={document.fullscreenEnabled ? 'nodownload nofullscreen' : 'nodownload'}
        disablePictureInPicture
        playsInline
        preload="metadata"
        aria-label={ticket.title}
        hidden={!isReady}
        className={styles.video}
        onLoadedMetadata={resume}
        onTimeUpdate={follow}
        onSeeked={follow}
        onPause={() => !video.current?.ended && keep(place.current.time)}
        onEnded={() => keep(null)}
        onRateChange={({ currentTarget }) => onSpeed(currentTarget.playbackRate)}
        onError={onError}
      >
        {ticket.captionsUrl !== null && (
          <track ref={track} kind="captions" src={ticket.captionsUrl} srcLang="fr" label="Français" />
        )}
      </video>
      {isReady && watermark && <Watermark text={watermark} />}
    </div>
  )
}
