import { Check, RotateCcw } from 'lucide-react'
import { countMarks, countText } from '#web/lib/progress/chapter-marks.ts'
import type { Place } from '#web/lib/progress/unsent-marks.ts'
import { useTrackMarks } from '#web/lib/progress/use-marks.ts'
import styles from './chapter-count.module.css'

/** How many documents of a chapter a student has done and how many he wants to look at again. */
export function ChapterCount({ place }: { place: Place }) {
  const count = countMarks(useTrackMarks(place.track).ofChapter(place).values())
  const text = countText(count)
  if (text === '') return null
  return (
    <span title={text} className={styles.count}>
      <span className="visually-hidden">{text}</span>
      {count.done > 0 && (
        <span aria-hidden="true" className={styles.done}>
          <Check size={16} />
          {count.done}
        </span>
      )}
      {count.review > 0 && (
        <span aria-hidden="true" className={styles.review}>
          <RotateCcw size={16} />
          {count.review}
        </span>
      )}
    </span>
  )
}
