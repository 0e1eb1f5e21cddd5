import { type ContentKind, faultOf } from '#shared/domain/document-health.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import type { FileFacts } from '../drive/metadata.ts'

/** What Drive says of a file. `unknown`: Drive did not say. */
export type Look =
  | { outcome: 'fine'; facts: FileFacts }
  | { outcome: 'broken'; fault: DocumentFault; facts: FileFacts | null }
  | { outcome: 'unknown'; cause: DriveFailure }

/** Asks Drive whether a file is there and can be delivered as what it is to be. One call. */
export async function lookAtFile(
  drive: Pick<Drive, 'factsOf'>,
  file: DriveReference,
  kind: ContentKind,
): Promise<Look> {
  try {
    const facts = await drive.factsOf(file)
    const fault = faultOf(facts, kind)
    return fault === null ? { outcome: 'fine', facts } : { outcome: 'broken', fault, facts }
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error
    const fault = faultIn(error)
    return fault === null ? { outcome: 'unknown', cause: error } : { outcome: 'broken', fault, facts: null }
  }
}

/** What a failure says of the file; null: nothing. */
export function faultIn({ fault }: DriveFailure): DocumentFault | null {
  return fault === 'missing' || fault === 'not-downloadable' ? fault : null
}
