import { useMemo, useState } from 'react'
import { parseSubjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { PracticedPaperView } from '#shared/contract/practice.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { comingExams } from '#web/lib/coming-exams.ts'
import { usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/toast.ts'
import { useOwnTrack } from '#web/ui/own-track.tsx'

/**
 * Returns the track that a student prepares: the account's, else the one of most of their work; null while neither is
 * known.
 */
export function useStudentTrack(worked: readonly TrackCode[]) {
  const own = useOwnTrack()
  const [chosen, setChosen] = useState<TrackCode | null>(null)
  return {
    track: chosen ?? own ?? mostFrequent(worked),
    choose(track: TrackCode) {
      setChosen(track)
      // The page shows the track also where it could not be stored.
      const text = "Votre filière n'a pas pu être enregistrée."
      savePreferences({ track }).catch(() => showToast({ kind: 'error', text }))
    },
  }
}

/** Returns the first one where several are equally frequent. */
function mostFrequent(worked: readonly TrackCode[]): TrackCode | null {
  const count = (track: TrackCode) => worked.filter((one) => one === track).length
  return worked.toSorted((one, other) => count(other) - count(one))[0] ?? null
}

/** Returns the examination that was next when the page was opened. */
export function useNextExam() {
  const [today] = useState(() => moroccanToday())
  const { exams } = useSettings()
  return comingExams(exams, today)[0]
}

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
