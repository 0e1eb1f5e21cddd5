import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { chapterPath, examPath, paperPath } from '#shared/catalogue/page-path.ts'
import { parseSubjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { chapterTitle, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { Preferences } from '#shared/contract/account.ts'
import type { MockExamView, PracticedPaperView } from '#shared/contract/practice.ts'
import { mondayOf } from '#shared/domain/days/moroccan-day.ts'
import { type PlanInput, type PlanWork, planWork } from '#shared/domain/practice/plan-work.ts'
import { isSat } from '#shared/domain/practice/score.ts'
import type { PlannedWeek, PlanReason } from '#shared/domain/practice/study-plan.ts'
import { listTaughtChapters } from '#shared/domain/practice/taught-chapters.ts'
import { type Profile, USUAL_MINUTES_A_DAY } from '#shared/entities/user.ts'
import { api, listExercises } from '#web/lib/api/api.ts'
import { useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { minutesText } from '#web/lib/format.ts'
import { comingExams } from '#web/lib/home-content.ts'
import { usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import { type ReviewedDocument, useMarks } from '#web/lib/progress/marks.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { useOwnTrack } from '#web/ui/own-track.tsx'

export type StudentPlan = ReturnType<typeof useMinutesADay> & {
  today: string
  done: number
  weeks: PlannedWeek<PlanWork>[]
}

/**
 * Returns the plan of a student until the next examination, the same on every page; null while the exercises of the
 * papers are not known, or without an examination. Exercises that could not be loaded are left out of it.
 */
export function useStudentPlan(
  track: TrackCode | null,
  work: OwnWork,
  papers: PlanInput['papers'] | null,
): StudentPlan | null {
  const exam = useNextExam()
  const mayOpenPremium = useAccess() === 'premium'
  const time = useMinutesADay()
  const { mockExamMinutes } = useSettings()
  const exercises = useQuery({
    ...api(listExercises).queryOptions({ query: { track: track ?? TRACK_CODES[0] } }),
    enabled: track !== null,
  })
  if (!exam || track === null || papers === null || exercises.isPending) return null
  const today = moroccanToday()
  const [week, ...later] = planWork(
    {
      ...work,
      minutesADay: time.minutesADay,
      examMinutes: mockExamMinutes[track],
      chapters: listTaughtChapters(track),
      papers,
      exercises: exercises.data?.items ?? [],
      mayOpenPremium,
    },
    { today, exam: exam.date },
  )
  if (!week) return null
  const { done, left } = thisWeek(week.work, work, today)
  return { ...time, today, done, weeks: [{ ...week, work: left }, ...later] }
}

/** Returns the name of a piece of work, its page, and why and how long. */
export function planLink(work: PlanWork, track: TrackCode): { text: string; to: string; note: string } {
  const note = [minutesText(work.minutes), work.why && REASONS[work.why]].filter(Boolean).join(' · ')
  if (work.kind === 'chapter') {
    const { theme, chapter } = work.chapter
    return {
      text: `Revoir ${chapterTitle(track, theme, chapter)}`,
      to: chapterPath(track, theme, chapter),
      note,
    }
  }
  const paper = parseSubjectId(work.subjectId)
  if (!paper) throw new Error(`${work.subjectId} is no paper`)
  const name = `${paper.year} ${paper.session}`
  if (work.kind === 'paper') return { text: `Passer le sujet ${name}`, to: examPath(paper), note }
  return {
    text: `${work.isAgain ? 'Refaire' : 'Faire'} l'exercice ${work.number} du sujet ${name}\u00a0: ${work.title}`,
    to: `${paperPath(paper)}?exercice=${work.number}`,
    note,
  }
}

const REASONS: Record<PlanReason, string> = {
  due: 'à revoir',
  lost: 'des points à regagner',
  yearly: 'tombe chaque année',
  often: 'tombe souvent',
}

/** '2 sur 5 faits' */
export function doneText(done: number, count: number): string {
  return `${done} sur ${count} ${done > 1 ? 'faits' : 'fait'}`
}

/**
 * Returns how many tasks of this week are done, and those that are left. Done are the papers and exercises of since
 * Monday, also those to be done again that were marked since then, and the planned chapters whose documents were looked
 * at since then and are not due again.
 * @param today YYYY-MM-DD
 */
function thisWeek(planned: readonly PlanWork[], { exams, practiced, reviewed }: OwnWork, today: string) {
  const monday = mondayOf(today)
  const isRecent = (at: string | null) => at !== null && at >= monday
  const left = planned.filter((work) => work.kind !== 'chapter' || !isSeen(work.chapter, reviewed, monday))
  const recent = [
    ...exams.filter(isSat).map(({ finishedAt }) => finishedAt),
    ...practiced.map(({ isDone, doneAt }) => (isDone ? doneAt : null)),
    ...practiced.flatMap(({ exercises }) =>
      exercises
        .filter(({ earned, redo, redoAt, earnedAt }) => {
          return earned !== null && (!redo || (earnedAt ?? '') > (redoAt ?? ''))
        })
        .map(({ earnedAt }) => earnedAt),
    ),
  ].filter(isRecent)
  return { done: recent.length + planned.length - left.length, left }
}

function isSeen(
  { theme, chapter }: { theme: string; chapter: number },
  reviewed: readonly ReviewedDocument[],
  monday: string,
): boolean {
  const documents = reviewed.filter(
    (each) => each.chapter.theme === theme && each.chapter.chapter === chapter,
  )
  return (
    documents.some(({ seen }) => seen !== null && seen >= monday) && documents.every(({ isDue }) => !isDue)
  )
}

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
      savePreference({ track: next }, "Votre filière n'a pas pu être enregistrée.")
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

function useMinutesADay() {
  const stored = useProfile()?.minutesADay ?? USUAL_MINUTES_A_DAY
  const [chosen, setChosen] = useState<Profile['minutesADay'] | null>(null)
  return {
    minutesADay: chosen ?? stored,
    choose(minutesADay: Profile['minutesADay']) {
      setChosen(minutesADay)
      savePreference({ minutesADay }, "Votre temps par jour n'a pas pu être enregistré.")
    },
  }
}

/** The code is loaded at the choice, since the home page shows the plan and changes nothing. */
function savePreference(choice: Preferences, failed: string): void {
  import('#web/lib/auth/preferences.ts')
    .then(({ savePreferences }) => savePreferences(choice))
    .catch(() => showToast({ kind: 'error', text: failed }))
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
