import { useMemo, useSyncExternalStore } from 'react'
import { listPractice } from '#shared/contract/practice.ts'
import { mergeExerciseMarks, NO_MARKS } from '#shared/domain/practice/exercise-marks.ts'
import type { PracticedExercise, PracticedPaper } from '#shared/entities/practice.ts'
import { useKeptAnswer } from '../api/kept-answer.ts'
import { useProfile } from '../auth/use-auth.ts'
import { unsentExercisesText } from '../kept-text.ts'
import { serverNow } from '../server-clock.ts'
import { type UnsentPaper, unsentPapers } from './kept-exercises.ts'

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
