import type { Document } from '#shared/domain/documents/document.ts'
import { type ContentKind, documentFault } from '#shared/domain/documents/document-health.ts'
import type { DocumentFault, DriveReference, FileContent } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import type { FileFacts } from '../drive/files.ts'
import type { Deps } from '../http/use-case.ts'

type Broken = { fault: DocumentFault; detail: string | null; title: string; content: FileContent }

/** `unasked`: it has no file in Drive. `changed`: its content was not read yet. `unknown`: Drive did not answer. */
export type Finding =
  | { outcome: 'unasked' }
  | { outcome: 'fine'; content: FileContent }
  | { outcome: 'changed'; facts: FileFacts }
  | ({ outcome: 'broken' } & Broken)
  | { outcome: 'unknown'; cause: DriveFailure }

/** Asks Drive about a document's file, and then about its captions: one or two calls. */
export async function examine(
  { drive }: { drive: Pick<Drive, 'factsOf'> },
  document: Document,
): Promise<Finding> {
  const { file, type, title, captions, size, pages, digest, source, fault: known, faultDetail } = document
  if (file.kind !== 'drive') return { outcome: 'unasked' }
  const before: FileContent = { size, pages, digest, source, fault: known, faultDetail }
  // What is known of a content stays, for a file that comes out of the bin.
  const brokenAs = (fault: DocumentFault, detail: string | null = null): Finding => {
    return { outcome: 'broken', title, content: { ...before, fault }, fault, detail }
  }
  const check = await checkFile(drive, file, type)
  if (check.outcome === 'unknown') return check
  if (check.outcome === 'broken') return brokenAs(check.fault)
  const { facts } = check
  const name = contentName(facts)
  if (source !== name) return { outcome: 'changed', facts }
  if (type === 'pdf' && digest === null) return brokenAs('unreadable', faultDetail)
  if (type === 'video' && faultDetail !== null) return brokenAs('unplayable', faultDetail)
  const content = { ...before, fault: null, faultDetail: null }
  const captionsCheck = captions && (await checkFile(drive, captions, 'captions'))
  if (captionsCheck?.outcome !== 'broken') return { outcome: 'fine', content }
  // The video itself can be watched.
  const { fault } = captionsCheck
  return { outcome: 'broken', fault, detail: null, title: `${title} (sous-titres)`, content }
}

/** Drive's answer about a file; `unknown` without an answer. */
type FileCheck =
  | { outcome: 'fine'; facts: FileFacts }
  | { outcome: 'broken'; fault: DocumentFault; facts: FileFacts | null }
  | { outcome: 'unknown'; cause: DriveFailure }

export async function checkFile(
  drive: Pick<Drive, 'factsOf'>,
  file: DriveReference,
  kind: ContentKind,
): Promise<FileCheck> {
  try {
    const facts = await drive.factsOf(file)
    const fault = documentFault(facts, kind)
    return fault === null ? { outcome: 'fine', facts } : { outcome: 'broken', fault, facts }
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error
    const fault = readDocumentFault(error)
    return fault === null ? { outcome: 'unknown', cause: error } : { outcome: 'broken', fault, facts: null }
  }
}

function readDocumentFault({ fault }: DriveFailure): DocumentFault | null {
  return fault === 'missing' || fault === 'not-downloadable' ? fault : null
}

/** Returns a name of a file's content that changes with it. */
export function contentName({ content, size }: FileFacts): string {
  return content ?? `size-${size}`
}

export async function recordFault(
  { documentHealth, clock }: Pick<Deps, 'documentHealth' | 'clock'>,
  document: Document,
  { fault, detail, title, content }: Broken,
): Promise<void> {
  if ((await documentHealth.noteContent(document, content)) === 'conflict') return
  await documentHealth.markBroken({ id: document.id, title, fault, detail, since: clock.now().toISOString() })
}
