import { useMemo } from 'react'
import { parseSubjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import type { PracticedPaperView } from '#shared/contract/practice.ts'
import { usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'

/** Returns the papers of which the student has marked exercises, with the marks that the server does not have yet. */
export function useOwnPapers(): PracticedPaperView[] {
  const { papers } = usePracticedPapers()
  return useMemo(
    () =>
      papers.flatMap((paper) => {
        const key = parseSubjectId(paper.subjectId)
        return key ? [{ ...paper, ...key, title: subjectTitle(key) }] : []
      }),
    [papers],
  )
}
