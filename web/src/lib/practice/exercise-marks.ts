import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { listPractice } from '#shared/contract/practice.ts'
import {
  type ExerciseChange,
  mergeExerciseMarks,
  NO_MARKS,
  type PaperChange,
} from '#shared/domain/practice/exercise-marks.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { CountedExercise, type PracticedExercise, type PracticedPaper } from '#shared/entities/practice.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { createKeptList, useKeptAnswer } from '#web/lib/api/kept-data.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { unsentExercisesText } from '#web/lib/browser-storage.ts'
import { serverNow } from '#web/lib/server-clock.ts'

const Change = v.object({
  exercise: v.number(),
  at: v.string(),
  earned: v.optional(v.nullable(v.number())),
  redo: v.optional(v.boolean()),
  hints: v.optional(v.number()),
  isWrong: v.optional(v.boolean()),
})

/** The changes of a paper's marks that the server does not have yet. */
const UnsentPaper = v.object({
  subjectId: v.string(),
  counted: v.array(CountedExercise),
  /** At most one change of each field of an exercise. */
  exercises: v.array(Change),
  done: v.optional(v.object({ isDone: v.boolean(), at: v.string() })),
})
export type UnsentPaper = v.InferOutput<typeof UnsentPaper>

export const { read: unsentPapers, write } = createKeptList(unsentExercisesText, 'papers', UnsentPaper)

/** Keeps a mark (null removes it), an 'À refaire' or the use of help of an exercise until it is sent. */
export function keepExercise(
  account: string,
  subjectId: string,
  exercise: CountedExercise,
  change: Pick<ExerciseChange, 'at'> &
    ({ earned: number | null } | { redo: boolean } | { hints: number } | { isWrong: true }),
): void {
  const { before, others } = changesOf(account, subjectId)
  const { number, title, points, chapters } = exercise
  const next = { exercise: number, ...change }
  write(account, [
    ...others,
    {
      ...before,
      counted: [
        ...before.counted.filter((each) => each.number !== number),
        { number, title, points, chapters },
      ],
      exercises: [...before.exercises.filter((each) => !isReplaced(each, next)), next],
    },
  ])
}

export function keepDone(account: string, subjectId: string, done: NonNullable<PaperChange['done']>): void {
  const { before, others } = changesOf(account, subjectId)
  write(account, [...others, { ...before, done }])
}

/** Forgets what was sent, but not what has changed again since. */
export function forgetSentPaper(account: string, sent: UnsentPaper): void {
  const { before, others } = changesOf(account, sent.subjectId)
  const { done, ...rest } = before
  const exercises = before.exercises.filter(
    (each) => !sent.exercises.some((one) => one.at === each.at && isReplaced(one, each)),
  )
  const isDoneNewer = done !== undefined && done.at !== sent.done?.at
  const left = { ...rest, exercises, ...(isDoneNewer && { done }) }
  write(account, exercises.length > 0 || isDoneNewer ? [...others, left] : others)
}

const FIELDS = ['earned', 'redo', 'hints', 'isWrong'] as const

function isReplaced(before: ExerciseChange, next: ExerciseChange): boolean {
  return before.exercise === next.exercise && FIELDS.every((field) => field in before === field in next)
}

function changesOf(account: string, subjectId: string): { before: UnsentPaper; others: UnsentPaper[] } {
  const all = unsentPapers(account)
  return {
    before: all.find((each) => each.subjectId === subjectId) ?? { subjectId, counted: [], exercises: [] },
    others: all.filter((each) => each.subjectId !== subjectId),
  }
}

/** Returns the student's marks of single exercises by paper; none, and without a request, for a visitor. */
export function usePracticedPapers() {
  const account = useProfile()?.id ?? null
  const { data, isPending } = useKeptAnswer(listPractice, {})
  const kept = useSyncExternalStore(unsentExercisesText.onChange, unsentExercisesText.read, () => null)
  const unsent = useMemo(() => (account === null ? [] : unsentPapers(account, kept)), [account, kept])
  const papers = useMemo(() => mergePapers(data?.papers ?? [], unsent), [data, unsent])
  return {
    papers,
    ofPaper: (id: string): PracticedPaper => papers.find(({ subjectId }) => subjectId === id) ?? none(id),
    isUnsent: (id: string) => unsent.some(({ subjectId }) => subjectId === id),
    isPending,
  }
}

export function markOf({ exercises }: PracticedPaper, number: number): PracticedExercise | undefined {
  return exercises.find((each) => each.number === number)
}

/** Merges the marks of the server with the changes that it does not have yet. */
export function mergePapers<Paper extends PracticedPaper>(
  stored: readonly Paper[],
  unsent: readonly UnsentPaper[],
): (Paper | PracticedPaper)[] {
  const added = unsent.filter(({ subjectId }) => stored.every((paper) => paper.subjectId !== subjectId))
  return [...stored, ...added.map(({ subjectId }) => none(subjectId))].map((paper) => {
    const change = unsent.find(({ subjectId }) => subjectId === paper.subjectId)
    return change
      ? { ...paper, ...mergeExerciseMarks(paper, change, change.counted, new Date(serverNow())) }
      : paper
  })
}

function none(subjectId: string): PracticedPaper {
  return { subjectId, ...NO_MARKS }
}

/** An exercise of a paper that asks about a chapter, as the chapter's page lists it. */
export type ChapterExercise = Pick<Exercise, 'number'> &
  Pick<SubjectItem, 'year' | 'session' | 'isFree'> & {
    /** Path of the paper's page. */
    paper: string
    /** 'Exercice 2 : Dipôle RC' */
    title: string
    /** 'Bac SM 2023 - Session Normale · 3,25 points' */
    detail: string
  }
