import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { LastReadView } from '#shared/contract/last-read.ts'
import { mayOpen } from '#shared/domain/accounts/document-access.ts'
import { documentOfSubject } from '#shared/domain/documents/document.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import type { Deps } from '../http/deps.ts'

/** Returns what a user read last, with its paper. One read, none for a user who has read nothing. */
export async function findLastRead(
  { subjects, documents, clock }: Pick<Deps, 'subjects' | 'documents' | 'clock'>,
  user: User,
): Promise<LastReadView | null> {
  const { lastRead } = user
  if (lastRead === null) return null
  const ofPaper = parseSubjectDocumentId(lastRead.id)
  const paper = ofPaper && (await subjects.find(ofPaper.subject))
  const document = ofPaper
    ? paper && documentOfSubject(paper, ofPaper.part)
    : await documents.find(lastRead.id)
  if (!document || !mayOpen(user, document, clock.now())) return { ...lastRead, document: null }
  const { title, type } = document
  return { ...lastRead, document: { title, type, paper: paper && publicSubject(paper) } }
}
