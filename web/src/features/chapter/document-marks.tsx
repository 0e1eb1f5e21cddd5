import type { ChapterItem } from '#shared/entities/resource.ts'
import type { Place } from '#web/lib/progress/unsent-marks.ts'
import { useMarking, useTrackMarks } from '#web/lib/progress/use-marks.ts'
import { documentLabel } from './exam-cards.ts'
import { MarkButtons } from './mark-buttons.tsx'

/** A student's mark on a document. */
export function DocumentMarks({ place, item }: { place: Place; item: ChapterItem }) {
  const marks = useTrackMarks(place.track).ofChapter(place)
  const mark = useMarking(place)
  return (
    <MarkButtons
      of={documentLabel(item)}
      mark={marks.get(item.id) ?? null}
      onMark={(next) => mark(item.id, next)}
    />
  )
}
