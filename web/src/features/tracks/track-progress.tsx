import { Check, RotateCcw } from 'lucide-react'
import type { Theme, TrackCode } from '#shared/catalogue/tracks.ts'
import type { Mark } from '#shared/domain/practice/progress.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { countMarks, useMarks } from '#web/lib/progress/marks.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './track-progress.module.css'

type ThemeProgressProps = { track: TrackCode; theme: Theme }

/** Says in how many chapters of a theme a student has marked something; nothing before the first mark. */
export const ThemeProgress = withQueries(function ThemeProgress({ track, theme }: ThemeProgressProps) {
  const { ofChapter } = useMarks()
  const begun = theme.chapters.filter(
    (_, index) => ofChapter({ track, theme: theme.slug, chapter: index + 1 }).size > 0,
  ).length
  if (begun === 0) return null
  return (
    <div className={styles.progress}>
      <p className={styles.text}>{begunText(begun, theme.chapters.length)}</p>
      <ProgressBar value={begun} max={theme.chapters.length} />
    </div>
  )
})

/** '2 chapitres commencés sur 5' */
function begunText(begun: number, all: number): string {
  return `${begun} ${begun > 1 ? 'chapitres commencés' : 'chapitre commencé'} sur ${all}`
}

export const ChapterCount = withQueries(function ChapterCount({ chapter }: { chapter: ChapterKey }) {
  const count = countMarks(useMarks().ofChapter(chapter).values())
  const text = countText(count)
  if (text === '') return null
  return (
    <span title={text} className={styles.count}>
      <span className="visually-hidden">{text}</span>
      {count.done > 0 && (
        <span aria-hidden="true" className={styles.done}>
          <Check size={16} />
          <span>{count.done}</span>
        </span>
      )}
      {count.review > 0 && (
        <span aria-hidden="true" className={styles.review}>
          <RotateCcw size={16} />
          <span>{count.review}</span>
        </span>
      )}
    </span>
  )
})

/** '3 faits, 1 à revoir'; empty when nothing is marked. */
function countText({ done, review }: Record<Mark, number>): string {
  const parts = [done > 0 && `${done} ${done > 1 ? 'faits' : 'fait'}`, review > 0 && `${review} à revoir`]
  return parts.filter(Boolean).join(', ')
}
