import { useSyncExternalStore } from 'react'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { LastReadView } from '#shared/contract/practice.ts'
import { useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { keptRead, lastReadText } from '#web/lib/auth/last-read.ts'
import { type DocumentRequest, isLocked } from '#web/lib/documents/open-document.ts'
import { paperRequest, withOpenCorrection } from '#web/lib/documents/paper-request.ts'

/**
 * Returns the document that the account read last, to be opened where it was left: that of this device where it is newer
 * than the server's. Null for none, and for one that was deleted or is closed to the account.
 * @param answer of the server, perhaps kept from an earlier visit; undefined while there is none
 */
export function useLastRead(answer: LastReadView | null | undefined): DocumentRequest | null {
  const account = useProfile()?.id ?? null
  const access = useAccess()
  useSyncExternalStore(lastReadText.onChange, lastReadText.read, () => null)
  const kept = keptRead(account)
  const isNewer = kept && (!answer || kept.sentAt === null || kept.sentAt > answer.readAt)
  // The viewer has kept a request of its own.
  const request = isNewer ? (kept.request as DocumentRequest) : answer ? requestOf(answer) : null
  const part = request?.parts?.find(({ id }) => id === request.id)
  return request && part && isLocked(part, access) ? null : request
}

function requestOf({ id, page, exercise, document }: LastReadView): DocumentRequest | null {
  if (document === null) return null
  const { title, type, paper } = document
  const part = paper && parseSubjectDocumentId(id)?.part
  // The server names the correction of a free paper only where an examination, or Premium, has opened it.
  const describe = paper?.isFree ? withOpenCorrection : paperRequest
  const request = part ? describe(paper, part) : { id, title, type, available: true }
  return { ...request, page, ...(exercise !== null && { exercise }) }
}
