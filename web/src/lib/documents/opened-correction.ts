import { type SubjectPart, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { DocumentRequest } from './open-document.ts'
import { paperRequest } from './paper-request.ts'

/** Describes a paper's documents, whose correction an examination has opened, also for a free account. */
export function withOpenCorrection(subject: SubjectItem, shown: SubjectPart): DocumentRequest {
  const correction = subjectDocumentId(subject, 'correction')
  const opened = <Part extends DocumentRequest>(part: Part) =>
    part.id === correction ? { ...part, isFree: true } : part
  const request = paperRequest(subject, shown)
  return { ...opened(request), parts: (request.parts ?? []).map(opened) }
}
