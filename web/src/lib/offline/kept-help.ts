// Kept apart from open-offline.ts, which the page of kept documents loads without these contracts.

import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { getExerciseHelp } from '#shared/contract/practice.ts'
import type { ExerciseHelp } from '#shared/entities/exercise.ts'
import { call } from '../api/call.ts'
import { changeOfflineState, openOfflineState } from './offline-state.ts'
import { isClosed } from './open-offline.ts'

/** Returns the hints and answers that the device keeps with a paper's correction; null where it may not open. */
export function keptHelp(correctionId: string): readonly ExerciseHelp[] | null {
  const state = openOfflineState()
  const correction = state?.documents.find(({ id }) => id === correctionId)
  return state && correction && !isClosed(state.account, correction) ? (correction.help ?? null) : null
}

export async function fetchHelp(paper: SubjectKey): Promise<ExerciseHelp[]> {
  const { items } = await call(getExerciseHelp, { params: { id: subjectId(paper) } })
  return items
}

/** Keeps hints and answers with the correction where the device keeps it. */
export function storeHelp(correctionId: string, help: ExerciseHelp[]): void {
  const isNews = (kept: { id: string; help?: unknown }) =>
    kept.id === correctionId && JSON.stringify(kept.help) !== JSON.stringify(help)
  if (!openOfflineState()?.documents.some(isNews)) return
  changeOfflineState(({ documents }) => ({
    documents: documents.map((each) => (isNews(each) ? { ...each, help } : each)),
  }))
}
