import { useQueries } from '@tanstack/react-query'
import { HardDriveDownload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { findTrack } from '#shared/catalogue/tracks.ts'
import { api, getChapter } from '#web/lib/api/api.ts'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import type { KeepOfflineProps } from '#web/lib/documents/open-document.ts'
import { useOnline } from '#web/lib/network.ts'
import {
  downloadTexts,
  keepOffline,
  pauseDownloads,
  resumeDownloads,
  useDownloadProgress,
} from '#web/lib/offline/downloads.ts'
import { freeRoom } from '#web/lib/offline/offline-files.ts'
import {
  chapterRequests,
  noteOutdated,
  type OfflineDocument,
  type OfflineRequest,
  type OfflineState,
  paperRequests,
  roomText,
  useOfflineState,
  weightOf,
  weightText,
} from '#web/lib/offline/offline-state.ts'
import { Button, RetryButton } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './keep-offline.module.css'
import { downloadStep, outdatedIn } from './kept-documents.ts'

/** A chapter needs its public list, which has the weights. */
export function KeepOffline({ papers = [], chapters = [], label }: KeepOfflineProps) {
  // Browsers without a secure connection have no caches.
  const mayKeep = useAccess() === 'premium' && 'caches' in window
  const lists = useQueries({
    queries: chapters.map(({ track, theme, chapter }) => ({
      ...api(getChapter).queryOptions({
        params: { track: findTrack(track).slug, theme, chapter: String(chapter) },
      }),
      enabled: mayKeep,
    })),
  })
  if (!mayKeep) return null
  const failed = lists.filter(({ data, isError }) => !data && isError)
  if (failed.length > 0)
    return (
      <div className={styles.keep}>
        <p className={styles.text}>La liste des documents à garder n'a pas pu être chargée.</p>
        <RetryButton variant="link" onClick={() => failed.forEach(({ refetch }) => void refetch())} />
      </div>
    )
  if (lists.some(({ data }) => !data)) return null
  const documents = [
    ...papers.flatMap(paperRequests),
    ...chapters.flatMap((chapter, at) => chapterRequests(chapter, lists[at]?.data?.items ?? [])),
  ]
  return documents.length > 0 && <KeepDocuments documents={documents} label={label} />
}

type KeepDocumentsProps = { documents: readonly OfflineRequest[]; label: string | undefined }

function KeepDocuments({ documents, label = 'Garder hors ligne' }: KeepDocumentsProps) {
  const state = useOfflineState()
  const step = downloadStep(documents, state)
  const kept = state?.documents ?? []
  useOutdated(kept, documents)
  const area = useRef<HTMLDivElement>(null)
  return (
    <div ref={area} tabIndex={-1} className={styles.keep}>
      {step.step === 'offered' && (
        <Offer
          documents={step.missing}
          onKeep={() => area.current?.focus()}
          label={
            step.missing.every(({ id }) => kept.some((each) => each.id === id)) ? 'Mettre à jour' : label
          }
        />
      )}
      {step.step === 'running' && <DownloadProgress {...step} />}
      {step.step === 'kept' && (
        <p className={styles.kept}>
          <span aria-hidden="true" className={styles.dot} /> <strong>Gardé hors ligne</strong>{' '}
          <Link to="/hors-ligne">Voir ce qui est gardé</Link>
        </p>
      )}
      <DownloadFailures failures={step.failures} />
    </div>
  )
}

/** Notes which kept documents have a newer version in a list. @returns their ids */
export function useOutdated(
  kept: readonly OfflineDocument[],
  listed: readonly { id: string; size: number | null }[],
): readonly string[] {
  const outdated = outdatedIn(kept, listed).map(({ id }) => id)
  const key = outdated.join()
  useEffect(() => noteOutdated(key.split(',')), [key])
  return outdated
}

/** @param used changes with what is kept */
export function useFreeRoom(used = 0): number | null {
  const [free, setFree] = useState<number | null>(null)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is kept changes the room
  useEffect(() => void freeRoom().then(setFree), [used])
  return free
}

type OfferProps = {
  documents: readonly OfflineRequest[]
  label: string
  /** Called when the button gives way to the progress: the focus needs another place. */
  onKeep: () => void
}

function Offer({ documents, label, onKeep }: OfferProps) {
  const free = useFreeRoom()
  const isFull = free !== null && weightOf(documents) > free
  return (
    <>
      <Button
        variant="secondary"
        Icon={HardDriveDownload}
        disabled={isFull}
        onClick={() => {
          keepOffline(documents)
          onKeep()
        }}
      >
        <span>{label}</span>
      </Button>
      <p className={styles.text}>
        <span>{weightText(documents)}</span>{' '}
        {isFull && (
          <span>
            Il n'y a plus que {roomText(free)} de libre sur cet appareil.{' '}
            <Link to="/hors-ligne">Faire de la place</Link>
          </span>
        )}
      </p>
    </>
  )
}

export function KeptMark({ id }: { id: string }) {
  const isKept = useOfflineState()?.documents.some((each) => each.id === id)
  return (
    isKept && (
      <span title="Gardé hors ligne">
        <span aria-hidden="true" className={styles.dot} />
        <span className="visually-hidden">Gardé hors ligne</span>{' '}
      </span>
    )
  )
}

export function DownloadProgress({ kept, waiting }: { kept: number; waiting: readonly OfflineRequest[] }) {
  const isPaused = useOfflineState()?.isPaused ?? false
  const { id, share, trouble } = useDownloadProgress()
  const isOnline = useOnline()
  const doing = isOnline ? 'Téléchargement en cours...' : downloadTexts.offline
  const all = kept + waiting.length
  const current = waiting.some((each) => each.id === id) ? share : 0
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.progressText}>
        <strong translate="no">{`${kept} sur ${all}`}</strong>{' '}
        <span>{trouble ?? (isPaused ? 'En pause' : doing)}</span>
      </p>
      <Button variant="secondary" onClick={isPaused ? resumeDownloads : pauseDownloads}>
        {isPaused ? 'Reprendre' : 'Pause'}
      </Button>
      <div className={styles.bar}>
        <ProgressBar value={kept + current} max={all} />
      </div>
    </div>
  )
}

export function DownloadFailures({ failures }: Pick<OfflineState, 'failures'>) {
  if (failures.length === 0) return null
  return (
    <div role="alert" className={styles.failures}>
      <ul>
        {failures.map(({ request: { id, title }, reason }) => (
          <li key={id}>
            <strong>{title}</strong> <span>{reason}</span>
          </li>
        ))}
      </ul>
      <RetryButton onClick={() => keepOffline(failures.map(({ request }) => request))} />
    </div>
  )
}
