import type { ChapterItem } from '#shared/entities/resource.ts'
import { optionalComponent } from '#web/lib/lazy-component.tsx'
import type { Place } from '#web/lib/progress/unsent-marks.ts'
import { StudentPart } from '#web/ui/student-part.tsx'
import styles from './student-parts.module.css'

const LazyProgress = optionalComponent(async () => (await import('./chapter-progress.tsx')).ChapterProgress)
const LazyMarks = optionalComponent(async () => (await import('./document-marks.tsx')).DocumentMarks)

/** Who is signed in sees here how far he is. */
export function ProgressPart({ place, items }: { place: Place; items: readonly ChapterItem[] }) {
  if (!items.some(({ available }) => available)) return null
  return (
    <StudentPart className={styles.progress}>
      <LazyProgress place={place} items={items} />
    </StudentPart>
  )
}

/** Who is signed in marks a document here; one that is only announced has no place for it. */
export function MarksPart({ place, item }: { place: Place; item: ChapterItem }) {
  if (!item.available) return null
  return (
    <StudentPart className={styles.marks}>
      <LazyMarks place={place} item={item} />
    </StudentPart>
  )
}
