import type { DocumentWeight, DriveReference, FileReference } from '../entities/file.ts'
import type { FileType, Resource, ResourceType } from '../entities/resource.ts'
import { type Subject, subjectId, subjectTitle } from '../entities/subject.ts'

/** A subject or a resource, as the document routes see it. */
export type Document = DocumentWeight & {
  id: string
  title: string
  /** Name under which the file is saved, plain ASCII: 'Bac-SM-2023-Normale.pdf'. */
  fileName: string
  type: FileType
  isFree: boolean
  file: FileReference
  captions: DriveReference | null
  version: string
}

const KIND_IN_FILE_NAME: Record<ResourceType, string> = {
  exercise: 'Enonce',
  correction: 'Correction',
  course: 'Cours',
  exam: 'Examen',
}

/** A bac subject as a document: a PDF, never free. */
export function documentOfSubject(subject: Subject): Document {
  return {
    id: subjectId(subject),
    title: subjectTitle(subject),
    fileName: fileName(['Bac', subject.track, subject.year, subject.session], 'pdf'),
    type: 'pdf',
    isFree: false,
    file: subject.file,
    captions: null,
    version: subject.version,
    size: subject.size,
    pages: subject.pages,
  }
}

/** A resource as a document. */
export function documentOfResource(resource: Resource): Document {
  const { id, title, chapter, year, session, resourceType, type, isFree, file, captions, version } = resource
  return {
    id,
    title,
    fileName: fileName([chapter, year, session, KIND_IN_FILE_NAME[resourceType]], type),
    type,
    isFree,
    file,
    captions,
    version,
    size: resource.size,
    pages: resource.pages,
  }
}

function fileName(parts: readonly string[], type: FileType): string {
  const name = parts.map(asciiWords).filter(Boolean).join('-')
  return `${name}.${type === 'pdf' ? 'pdf' : 'mp4'}`
}

/** 'Dipôle RC' → 'Dipole-RC': what every file system and every header can carry. */
function asciiWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/g, 'oe')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
