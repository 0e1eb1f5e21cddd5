import { useMemo, useState } from 'react'
import { parseSubjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { MockExamView, PracticedPaperView } from '#shared/contract/practice.ts'
import { type Profile, USUAL_MINUTES_A_DAY } from '#shared/entities/user.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { comingExams } from '#web/lib/home-content.ts'
import { usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import { useMarks } from '#web/lib/progress/marks.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { useOwnTrack } from '#web/ui/own-track.tsx'

/**
 * Returns the track that a student prepares, and their work in it. It is the account's track, else the one of most of
 * their work; null while neither is known.
 */
export function useStudentWork(all: readonly MockExamView[]) {
  const own = useOwnTrack()
  const [chosen, setChosen] = useState<TrackCode | null>(null)
  const marks = useMarks()
  const reviewed = marks.toReview()
  const practiced = useOwnPapers()
  const worked = [...all, ...practiced, ...reviewed.map(({ chapter }) => chapter)].map((one) => one.track)
  const track = chosen ?? own ?? mostFrequent(worked)
  return {
    track,
    choose(next: TrackCode) {
      setChosen(next)
      // The page shows the track also where it could not be stored.
      const text = "Votre filière n'a pas pu être enregistrée."
      savePreferences({ track: next }).catch(() => showToast({ kind: 'error', text }))
    },
    hasWorked: worked.length > 0,
    isPending: marks.isPending,
    work: {
      exams: all.filter((exam) => exam.track === track),
      practiced: practiced.filter((paper) => paper.track === track),
      reviewed: reviewed.filter(({ chapter }) => chapter.track === track),
    },
  }
}

/** Returns the minutes a day of the student's plan, and how to change them. */
export function useMinutesADay() {
  const stored = useProfile()?.minutesADay ?? USUAL_MINUTES_A_DAY
  const [chosen, setChosen] = useState<Profile['minutesADay'] | null>(null)
  return {
    minutesADay: chosen ?? stored,
    choose(minutesADay: Profile['minutesADay']) {
      setChosen(minutesADay)
      const text = "Votre temps par jour n'a pas pu être enregistré."
      savePreferences({ minutesADay }).catch(() => showToast({ kind: 'error', text }))
    },
  }
}

/** The work of a student in one track; the documents to review stand in any order. */
export type OwnWork = ReturnType<typeof useStudentWork>['work']

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
function useOwnPapers(): PracticedPaperView[] {
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
