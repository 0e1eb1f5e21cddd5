import {
  SUBJECT_PARTS,
  type SubjectPart,
  subjectDocumentId,
  subjectTitle,
} from '#shared/catalogue/subjects.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { DocumentPart, DocumentRequest } from './open-document.ts'

export const partLabels: Record<SubjectPart, string> = {
  statement: 'Sujet',
  correction: 'Corrigé',
  video: 'Vidéo',
}

/** Asks the viewer for one of a paper's documents, with a switch to the others. */
export function paperRequest(subject: SubjectItem, part: SubjectPart): DocumentRequest {
  const parts = SUBJECT_PARTS.filter((each) => each === 'statement' || subject[each] !== null)
  return { ...paperPart(subject, part), parts: parts.map((each) => paperPart(subject, each)) }
}

function paperPart(subject: SubjectItem, part: SubjectPart): DocumentPart {
  const label = partLabels[part]
  const title = subjectTitle(subject)
  return {
    id: subjectDocumentId(subject, part),
    label,
    title: part === 'statement' ? title : `${title} - ${label}`,
    type: part === 'video' ? 'video' : 'pdf',
    available: subject.hasFile,
    isFree: part === 'statement' && subject.isFree,
  }
}
