import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { FileTicket } from '#shared/contract/files.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { browserStorage, clearVideoPositions, VIDEO_POSITIONS_KEY } from '#web/lib/browser-storage.ts'
import { addTransferred } from '#web/lib/data-meter.ts'
import { fetchSigned, type TicketSource } from '#web/lib/documents/tickets.ts'
import { Spinner } from '#web/ui/status.tsx'
import type { OnFailure } from './use-document.ts'
import styles from './viewer.module.css'
import { clockText, loadingTexts, Watermark } from './viewer-messages.tsx'

type VideoViewProps = {
  id: string
  ticket: FileTicket
  tickets: TicketSource<FileTicket>
  /** The place at which it opens or to which it moves; missing: the last position on this device. */
  start: { at: number } | undefined
  speed: number
  watermark: string | null
  onSpeed: (speed: number) => void
  onDelay: (isDelayed: boolean) => void
  onNote: (note: string) => void
  onFailure: OnFailure
}

/** A video that was stopped within these seconds of its start or end starts again from the beginning. */
const EDGE_S = 5
/** Seconds of playing between two stored positions. */
const STORE_EVERY_S = 5
/** A player that fails this often without playing cannot play the file. */
const MAX_RENEWALS = 2

export function VideoView(props: VideoViewProps) {
  const { id, ticket, tickets, start, speed, watermark, onSpeed, onDelay, onNote, onFailure } = props
  const version = { id, version: ticket.version }
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  const position = useRef({ time: start?.at ?? videoPosition(version), wasPlaying: false, stored: 0 })
  const renewals = useRef(0)
  const counted = useRef(0)
  const [address, setAddress] = useState({ url: ticket.url, round: 0 })
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    // Captions are fetched at once, while the address is valid, and shown when the viewer turns them on.
    if (track.current) track.current.track.mode = 'hidden'
  }, [])
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [speed])
  useEffect(() => {
    if (!start) return
    position.current.time = start.at
    // Before the length is known a player cannot move; it then starts at this position.
    if (video.current && video.current.readyState > 0) video.current.currentTime = start.at
  }, [start])

  // The player does not say why it failed. Reading the first byte does, and renews the ticket or waits for the network.
  const renewAddress = async () => {
    renewals.current += 1
    if (renewals.current > MAX_RENEWALS) throw new ApiFailure('failing')
    await fetchSigned(tickets, (current) => current.url, { range: 'bytes=0-0', onDelay })
    const { url } = await tickets.current()
    // The fragment makes the player load again and changes nothing for the server.
    setAddress(({ round }) => ({ url: `${url}#${round + 1}`, round: round + 1 }))
  }
  const resume = () => {
    const { current: player } = video
    if (!player) return
    const { time, wasPlaying } = position.current
    player.playbackRate = speed
    if (time > 0 && time < player.duration - EDGE_S) player.currentTime = time
    if (wasPlaying) void player.play().catch(() => undefined)
    else if (!isReady && !start && time > EDGE_S && player.currentTime > 0)
      onNote(`Reprise à ${clockText(time)}`)
    setReady(true)
  }
  useEffect(() => {
    // A file may have arrived while the player was not on the page yet, and its event was missed.
    if (video.current && video.current.readyState > 0) resume()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, when the player is on the page
  }, [])
  const store = (time: number | null) => {
    position.current.stored = time ?? 0
    storeVideoPosition(version, time !== null && time > EDGE_S ? time : null)
  }
  const onTime = () => {
    const { current: player } = video
    if (!player || player.error || player.ended) return
    const { currentTime: time, paused } = player
    position.current = { ...position.current, time, wasPlaying: !paused }
    renewals.current = 0
    if (Math.abs(time - position.current.stored) >= STORE_EVERY_S) store(time)
  }

  const onProgress = () => {
    const { current: player } = video
    if (!player || !(player.duration > 0) || ticket.size === null) return
    const seconds = bufferedSeconds(player)
    addTransferred((ticket.size * (seconds - counted.current)) / player.duration)
    counted.current = seconds
  }

  return (
    <div className={styles.videoArea}>
      {!isReady && <Spinner label={loadingTexts.video} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- those that have captions get them */}
      <video
        ref={video}
        src={address.url}
        controls
        // Full screen by our own button keeps the watermark; iPhones have only the player's own.
        controlsList={document.fullscreenEnabled ? 'nodownload nofullscreen' : 'nodownload'}
        disablePictureInPicture
        playsInline
        preload="metadata"
        aria-label={ticket.title}
        hidden={!isReady}
        className={styles.video}
        onLoadedMetadata={resume}
        onProgress={onProgress}
        onTimeUpdate={onTime}
        onSeeked={onTime}
        onPause={() => !video.current?.ended && store(position.current.time)}
        onEnded={() => store(null)}
        onRateChange={({ currentTarget }) => onSpeed(currentTarget.playbackRate)}
        onError={() => void renewAddress().catch(onFailure)}
      >
        {ticket.captionsUrl !== null && (
          <track ref={track} kind="captions" src={ticket.captionsUrl} srcLang="fr" label="Français" />
        )}
      </video>
      {isReady && watermark && <Watermark text={watermark} />}
    </div>
  )
}

/** A player may drop what it has played; a second that it fetches again counts again. */
function bufferedSeconds({ buffered }: HTMLVideoElement): number {
  const parts = Array.from({ length: buffered.length }, (_, at) => buffered.end(at) - buffered.start(at))
  return parts.reduce((sum, seconds) => sum + seconds, 0)
}

/** The oldest positions of a device are dropped first. */
const MAX_POSITIONS = 50

/** The latest position is the last one. */
const Positions = v.array(v.object({ id: v.string(), version: v.string(), seconds: v.number() }))

type VideoVersion = { id: string; version: string }

/**
 * Returns the position at which this device stopped a video, in seconds; 0 for a video or a version that was not
 * played.
 */
export function videoPosition({ id, version }: VideoVersion): number {
  return read().find((stored) => stored.id === id && stored.version === version)?.seconds ?? 0
}

/** Stores the position at which a video stopped; null removes it, as at its end. */
export function storeVideoPosition({ id, version }: VideoVersion, seconds: number | null): void {
  const others = read().filter((stored) => stored.id !== id)
  const positions = seconds === null ? others : [...others, { id, version, seconds }]
  if (positions.length === 0) clearVideoPositions()
  else browserStorage.setItem(VIDEO_POSITIONS_KEY, JSON.stringify(positions.slice(-MAX_POSITIONS)))
}

function read(): v.InferOutput<typeof Positions> {
  try {
    return v.parse(Positions, JSON.parse(browserStorage.getItem(VIDEO_POSITIONS_KEY) ?? '[]'))
  } catch {
    return []
  }
}
