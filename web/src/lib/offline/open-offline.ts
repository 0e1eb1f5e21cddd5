import type { PagesTicket } from '#shared/contract/files.ts'
import { isClosedByExam } from '#shared/domain/practice/mock-exam.ts'
import { MANIFEST_NAME } from '#shared/entities/prepared-document.ts'
import { type KeptCopy, readManifest } from '#web/lib/documents/prepared-document.ts'
import { keptExams } from '#web/lib/practice/kept-exams.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { readFile, readPdf } from './offline-files.ts'
import { changeOfflineState, type OfflineDocument, openOfflineState } from './offline-state.ts'

/** As `keptCopy`. A document whose files the browser has dropped is taken off the list. */
export async function openOffline(id: string): Promise<KeptCopy | 'closed' | null> {
  const state = openOfflineState()
  const document = state?.documents.find((each) => each.id === id)
  if (!state || !document) return null
  if (isClosed(state.account, document)) return 'closed'
  // Its files tell the form: a tab of version 1.1 that is still open stores the list without it.
  const copy = (await openPages(document)) ?? (await openPdf(document))
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
