import type { Document } from '#shared/domain/documents/document.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { FileContent } from '#shared/entities/file.ts'
import type { DocumentHealth } from '../data/document-health.ts'
import type { Drive } from '../drive/drive.ts'
import type { DriveFailure } from '../drive/failure.ts'
import type { FileFacts } from '../drive/metadata.ts'
import type { Clock } from '../http/deps.ts'
import { checkFile } from './check-file.ts'

/**
 * The state of a document by Drive. `unasked`: it has no file in Drive. `changed`: a PDF whose content is not prepared
 * yet. `unknown`: Drive did not answer.
 */
export type Finding =
  | { outcome: 'unasked' }
  | { outcome: 'fine'; content: FileContent }
  | { outcome: 'changed'; facts: FileFacts }
  | { outcome: 'broken'; fault: DocumentFault; title: string; content: FileContent }
  | { outcome: 'unknown'; cause: DriveFailure }

/** Asks Drive about a document's file, and then about its captions: one or two calls. */
export async function examine(
  { drive }: { drive: Pick<Drive, 'factsOf'> },
  document: Document,
): Promise<Finding> {
  const { file, type, title, captions, size, pages, digest, source, fault: known } = document
  if (file.kind !== 'drive') return { outcome: 'unasked' }
  const before: FileContent = { size, pages, digest, source, fault: known }
  const brokenAs = (fault: DocumentFault): Finding => {
    return { outcome: 'broken', fault, title, content: { ...before, fault } }
  }
  const check = await checkFile(drive, file, type)
  if (check.outcome === 'unknown') return check
  if (check.outcome === 'broken') return brokenAs(check.fault)
  const { facts } = check
  const name = contentName(facts)
  if (type === 'pdf') {
    if (source !== name) return { outcome: 'changed', facts }
    if (digest === null) return brokenAs('unreadable')
  }
  if (captions) {
    const captionsCheck = await checkFile(drive, captions, 'captions')
    if (captionsCheck.outcome === 'broken')
      // The video itself can be watched.
      return {
        outcome: 'broken',
        fault: captionsCheck.fault,
        title: `${title} (sous-titres)`,
        content: { ...before, size: facts.size, source: name, fault: null },
      }
  }
  return {
    outcome: 'fine',
    content: { ...before, fault: null, ...(type === 'video' && { size: facts.size, source: name }) },
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
  { fault, title, content }: { fault: DocumentFault; title: string; content: FileContent },
): Promise<void> {
  if ((await health.noteContent(document, content)) === 'overtaken') return
  await health.markBroken({ id: document.id, title, fault, since: clock.now().toISOString() })
}
