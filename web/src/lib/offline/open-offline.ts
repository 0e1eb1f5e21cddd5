import { isClosedByExam } from '#shared/domain/practice/mock-exam.ts'
import type { KeptCopy } from '../documents/kept-copy.ts'
import { keptExams } from '../practice/kept-exams.ts'
import { readFile } from './offline-files.ts'
import { changeOfflineState, type OfflineDocument, openOfflineState } from './offline-state.ts'

/**
 * Returns a kept document of the account of this page, as `keptCopy` does. A document whose file the browser has dropped
 * is taken off the list.
 */
export async function openOffline(id: string): Promise<KeptCopy | 'closed' | null> {
  const state = openOfflineState()
  const document = state?.documents.find((each) => each.id === id)
  if (!state || !document) return null
  if (isClosed(state.account, document)) return 'closed'
  const file = await readFile(id)
  if (!file) {
    changeOfflineState(({ documents }) => ({ documents: documents.filter((each) => each.id !== id) }))
    return null
  }
  const { title, fileName, version, pages } = document
  const ticket = {
    url: `/offline/${id}/${version}`,
    expiresAt: '9999-12-31T00:00:00.000Z',
    mode: 'stream',
    type: 'pdf',
    title,
    fileName,
    version,
    size: file.size,
    pages,
    captionsUrl: null,
  } as const
  return { ticket, file }
}

/** True while the student sits the paper that a kept document answers. */
export function isClosed(account: string, document: OfflineDocument): boolean {
  return keptExams(account).some(
    ({ exam, clockOffset, unsent }) =>
      exam.finishedAt === null &&
      unsent === null &&
      isClosedByExam(
        { id: exam.id, subjectId: exam.subjectId, endsAt: exam.endsAt },
        document,
        new Date(Date.now() + clockOffset),
      ),
  )
}
