import {
  downloadTexts,
  keepOffline,
  pauseDownloads,
  resumeDownloads,
  useDownloadProgress,
} from '#web/lib/offline/downloads.ts'
import { type OfflineRequest, type OfflineState, useOfflineState } from '#web/lib/offline/offline-state.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './kept-list.module.css'

type DownloadProgressProps = { kept: number; waiting: readonly OfflineRequest[] }

/** Shows how many documents of a set are kept, why nothing arrives at the moment, and pauses the rest. */
export function DownloadProgress({ kept, waiting }: DownloadProgressProps) {
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

/** Names the documents that could not be kept, each with its reason. */
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
      <Button variant="secondary" onClick={() => keepOffline(failures.map(({ request }) => request))}>
        Réessayer
      </Button>
    </div>
  )
}
