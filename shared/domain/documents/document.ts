import * as v from 'valibot'
import {
  SUBJECT_PARTS,
  type SubjectPart,
  subjectDocumentId,
  subjectDocumentTitle,
  subjectId,
} from '../../catalogue/subjects.ts'
import { type DriveReference, FileContent, type FileReference } from '../../entities/file.ts'
import type { FileType, Resource, ResourceType } from '../../entities/resource.ts'
import type { Subject } from '../../entities/subject.ts'
import { withoutAccents } from '../fold-text.ts'

export type Document = FileContent & {
  id: string
  title: string
  /** ASCII name under which the file is saved: 'Bac-SM-2023-Normale.pdf'. */
  fileName: string
  type: FileType
  isFree: boolean
  /** Id of the exam paper whose correction or video it is, in whole or in part; null for others. */
  answersPaper: string | null
  /** True for the correction of a free paper, which is open to every account that has sat the paper. */
  opensAfterExam: boolean
  file: FileReference
  captions: DriveReference | null
  /** The digest of a prepared PDF, Drive's name for the content of a video, and until then the stored version. */
  version: string
  storedVersion: string
}

const KIND_IN_FILE_NAME: Record<ResourceType, string> = {
  exercise: 'Enonce',
  correction: 'Correction',
  course: 'Cours',
  exam: 'Examen',
}

const PART_IN_FILE_NAME: Record<SubjectPart, string> = {
  statement: '',
  correction: 'Corrige',
  video: 'Video',
}

/** A missing correction or video is announced, like a resource without a file. */
export function documentOfSubject(subject: Subject, part: SubjectPart = 'statement'): Document {
  const stored = part === 'statement' ? subject : subject[part]
  const type = part === 'video' ? 'video' : 'pdf'
  return {
    id: subjectDocumentId(subject, part),
    title: subjectDocumentTitle(subject, part),
    fileName: fileName(['Bac', subject.track, subject.year, subject.session, PART_IN_FILE_NAME[part]], type),
    type,
    isFree: part === 'statement' && subject.isFree,
    answersPaper: part === 'statement' ? null : subjectId(subject),
    opensAfterExam: part === 'correction' && subject.isFree,
    file: stored?.file ?? { kind: 'coming-soon' },
    captions: null,
    ...contentOf(stored ?? { version: subject.version }, type),
  }
}

export function documentsOfSubject(subject: Subject): Document[] {
  return SUBJECT_PARTS.filter((part) => part === 'statement' || subject[part] !== null).map((part) =>
    documentOfSubject(subject, part),
  )
}

export function documentOfResource(resource: Resource): Document {
  const { id, title, chapter, year, session, resourceType, type, isFree, file, captions } = resource
  return {
    id,
    title,
    fileName: fileName([chapter, year, session, KIND_IN_FILE_NAME[resourceType]], type),
    type,
    isFree,
    answersPaper: resourceType === 'correction' ? subjectId(resource) : null,
    opensAfterExam: false,
    file,
    captions,
    ...contentOf(resource, type),
  }
}

function contentOf(stored: Partial<FileContent> & { version: string }, type: FileType) {
  const content = v.parse(FileContent, stored)
  const version = (type === 'pdf' ? content.digest : content.source) ?? stored.version
  return { ...content, version, storedVersion: stored.version }
}

function fileName(parts: readonly string[], type: FileType): string {
  const name = parts.map(asciiWords).filter(Boolean).join('-')
  return `${name}.${type === 'pdf' ? 'pdf' : 'mp4'}`
}

/** Returns words that every file system and header accepts: 'Dipôle RC' gives 'Dipole-RC'. */
function asciiWords(text: string): string {
  return withoutAccents(text)
    .replace(/œ/g, 'oe')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
