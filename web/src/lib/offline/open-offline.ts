import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import type { PagesTicket } from '#shared/contract/files.ts'
import { getExerciseHelp } from '#shared/contract/practice.ts'
import { isClosedByExam } from '#shared/domain/practice/mock-exam.ts'
import type { ExerciseHelp } from '#shared/entities/exercise.ts'
import { MANIFEST_NAME } from '#shared/entities/prepared-document.ts'
import { call } from '#web/lib/api/call.ts'
import { type KeptCopy, readManifest } from '#web/lib/documents/prepared-document.ts'
import { keptExams } from '#web/lib/practice/kept-exams.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { readFile, readPdf } from './offline-files.ts'
import { changeOfflineState, type OfflineDocument, openOfflineState } from './offline-state.ts'

/**
 * Returns a kept document of the account of this page, as `keptCopy` does. A document whose files the browser has dropped
 * is taken off the list.
 */
export async function openOffline(id: string): Promise<KeptCopy | 'closed' | null> {
  const state = openOfflineState()
  const document = state?.documents.find((each) => each.id === id)
  if (!state || !document) return null
  if (isClosed(state.account, document)) return 'closed'
  const copy = document.form === 'pages' ? await openPages(document) : await openPdf(document)
  if (!copy)
    changeOfflineState(({ documents }) => ({ documents: documents.filter((each) => each.id !== id) }))
  return copy
}

async function openPages({ id, version, title, fileName, bytes }: OfflineDocument): Promise<KeptCopy | null> {
  const file = await readFile({ id, version, name: MANIFEST_NAME })
  if (!file) return null
  const { pictures } = await readManifest(file)
  const ticket = {
    mode: 'pages' as const,
    base: `/offline/${id}/${version}`,
    query: '',
    expiresAt: '9999-12-31T00:00:00.000Z',
    type: 'pdf' as const,
    title,
    fileName,
    version,
    size: bytes,
    pages: pictures.length,
    pictures,
    copyCode: null,
  } satisfies PagesTicket
  return { kind: 'pages', ticket, read: (name) => readFile({ id, version, name }) }
}

async function openPdf({ id, fileName }: OfflineDocument): Promise<KeptCopy | null> {
  const file = await readPdf(id)
  return file && { kind: 'pdf', file, fileName }
}

/** True while the student sits the paper that a kept document answers. */
export function isClosed(account: string, document: OfflineDocument): boolean {
  return keptExams(account).some(
    ({ exam, unsent }) =>
      exam.finishedAt === null &&
      unsent === null &&
      isClosedByExam(
        { id: exam.id, subjectId: exam.subjectId, endsAt: exam.endsAt },
        document,
        new Date(serverNow()),
      ),
  )
}

/** Returns the hints and answers that the device keeps with a paper's correction; null where it may not open. */
export function keptHelp(correctionId: string): readonly ExerciseHelp[] | null {
  const state = openOfflineState()
  const correction = state?.documents.find(({ id }) => id === correctionId)
  return state && correction && !isClosed(state.account, correction) ? (correction.help ?? null) : null
}

/** Fetches the hints and answers that come with a paper's correction. */
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
