import {
  partLabels,
  SUBJECT_PARTS,
  type SubjectPart,
  subjectDocumentId,
  subjectDocumentTitle,
} from '#shared/catalogue/subjects.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { DocumentPart, DocumentRequest } from './open-document.ts'

/** Describes one of a paper's documents for the viewer, with a switch to the others. */
export function paperRequest(subject: SubjectItem, part: SubjectPart): DocumentRequest {
  const parts = SUBJECT_PARTS.filter((each) => each === 'statement' || subject[each] !== null)
  return { ...paperPart(subject, part), parts: parts.map((each) => paperPart(subject, each)) }
}

function paperPart(subject: SubjectItem, part: SubjectPart): DocumentPart {
  return {
    id: subjectDocumentId(subject, part),
    label: partLabels[part],
    size: (part === 'statement' ? subject : subject[part])?.size,
    title: subjectDocumentTitle(subject, part),
    type: part === 'video' ? 'video' : 'pdf',
    available: subject.hasFile,
    isFree: part === 'statement' && subject.isFree,
  }
}

/** Describes a paper's documents, whose correction an examination has opened, also for a free account. */
export function withOpenCorrection(subject: SubjectItem, shown: SubjectPart): DocumentRequest {
  const correction = subjectDocumentId(subject, 'correction')
  const opened = <Part extends DocumentRequest>(part: Part) =>
    part.id === correction ? { ...part, isFree: true } : part
  const request = paperRequest(subject, shown)
  return { ...opened(request), parts: (request.parts ?? []).map(opened) }
}
