import type { Document } from '#shared/domain/documents/document.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { FileContent } from '#shared/entities/file.ts'
import type { DocumentHealth } from '../data/document-health.ts'
import type { Drive } from '../drive/drive.ts'
import type { DriveFailure } from '../drive/failure.ts'
import type { FileFacts } from '../drive/metadata.ts'
import type { Clock } from '../http/deps.ts'
import { checkFile } from './check-file.ts'

/** Why a document cannot be had, as it is stored with it and listed for owners. */
export type Broken = {
  fault: DocumentFault
  detail: string | null
  title: string
  content: FileContent
}

/**
 * The state of a document by Drive. `unasked`: it has no file in Drive. `changed`: its content was not read yet.
 * `unknown`: Drive did not answer.
 */
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
  if (captions) {
    const captionsCheck = await checkFile(drive, captions, 'captions')
    if (captionsCheck.outcome === 'broken')
      // The video itself can be watched.
      return {
        outcome: 'broken',
        fault: captionsCheck.fault,
        detail: null,
        title: `${title} (sous-titres)`,
        content: { ...before, fault: null, faultDetail: null },
      }
  }
  return {
    outcome: 'fine',
    content: { ...before, fault: null, faultDetail: null },
  }
}

/** Returns a name of a file's content that changes with it. */
export function contentName({ content, size }: FileFacts): string {
  return content ?? `size-${size}`
}

/** Stores why a document cannot be shown, and lists it for owners. */
export async function recordFault(
  { health, clock }: { health: Pick<DocumentHealth, 'noteContent' | 'markBroken'>; clock: Clock },
  document: Document,
  { fault, detail, title, content }: Broken,
): Promise<void> {
  if ((await health.noteContent(document, content)) === 'overtaken') return
  await health.markBroken({ id: document.id, title, fault, detail, since: clock.now().toISOString() })
}
