import { type ContentKind, documentFault } from '#shared/domain/documents/document-health.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import type { FileFacts } from '../drive/metadata.ts'

/** Drive's answer about a file; `unknown` without an answer. */
export type FileCheck =
  | { outcome: 'fine'; facts: FileFacts }
  | { outcome: 'broken'; fault: DocumentFault; facts: FileFacts | null }
  | { outcome: 'unknown'; cause: DriveFailure }

/** Asks Drive whether a file exists and can be delivered as the given kind. One call. */
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

/** Returns the fault of a file that a failure reveals, or null. */
export function readDocumentFault({ fault }: DriveFailure): DocumentFault | null {
  return fault === 'missing' || fault === 'not-downloadable' ? fault : null
}
