import type { ChapterItem } from '#shared/entities/resource.ts'
import { countMarks } from '#web/lib/progress/chapter-marks.ts'
import type { Place } from '#web/lib/progress/unsent-marks.ts'
import { useTrackMarks } from '#web/lib/progress/use-marks.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/loading.tsx'
import styles from './chapter-progress.module.css'
import { MARK_LABELS } from './mark-buttons.tsx'
import { UnsentNote } from './unsent-note.tsx'

type ChapterProgressProps = { place: Place; items: readonly ChapterItem[] }

/** How far a student is with the documents of a chapter that are there, and what the signs on them mean. */
export function ChapterProgress({ place, items }: ChapterProgressProps) {
  const { ofChapter, isUnknown, retry } = useTrackMarks(place.track)
  const available = items.filter((item) => item.available)
  const marks = ofChapter(place)
  const { done, review } = countMarks(available.map(({ id }) => marks.get(id)))
  return (
    <div className={styles.progress}>
      <p className={styles.text}>
        {progressText(done, available.length, review)}
        <span aria-hidden="true" className={styles.legend}>
          {MARK_LABELS.map(({ mark, label, Icon }) => (
            <span key={mark} className={styles.sign}>
              <Icon size={16} /> {label}
            </span>
          ))}
        </span>
      </p>
      <ProgressBar value={done} max={available.length} />
      {isUnknown && (
        <p role="status" className={styles.unknown}>
          Votre suivi n'a pas pu être chargé.
          <Button variant="link" onClick={retry}>
            Réessayer
          </Button>
        </p>
      )}
      <UnsentNote />
    </div>
  )
}

/** '3 / 12 faits, 1 à revoir' */
function progressText(done: number, all: number, review: number): string {
  const text = `${done} / ${all} ${done > 1 ? 'faits' : 'fait'}`
  return review > 0 ? `${text}, ${review} à revoir` : text
}
