import { buffer } from 'node:stream/consumers'
import type { Document } from '#shared/domain/document.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { DocumentSize, DriveReference } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import { checkFile, readDocumentFault } from './check-file.ts'
import { countPages } from './pdf-pages.ts'

/** What a check finds about a document. `unasked`: it has no file in Drive. `unknown`: Drive did not answer. */
export type Finding =
  | { outcome: 'unasked' }
  | ({ outcome: 'fine' } & DocumentSize)
  | { outcome: 'broken'; fault: DocumentFault; title: string }
  | { outcome: 'unknown'; cause: DriveFailure }

/** A longer PDF is not held in memory to count its pages. Bytes. */
const COUNTED_AT_MOST = 60 * 1000 * 1000

/** Checks a document's file in Drive, and then its captions. */
export async function examine(drive: Pick<Drive, 'factsOf' | 'open'>, document: Document): Promise<Finding> {
  const { file, type, title, captions } = document
  if (file.kind !== 'drive') return { outcome: 'unasked' }
  const check = await checkFile(drive, file, type)
  if (check.outcome === 'unknown') return check
  if (check.outcome === 'broken') return { outcome: 'broken', fault: check.fault, title }
  const { size } = check.facts
  const pages = await pagesOf(drive, document, file, size)
  if (pages instanceof DriveFailure) {
    const fault = readDocumentFault(pages)
    return fault === null ? { outcome: 'unknown', cause: pages } : { outcome: 'broken', fault, title }
  }
  if (captions) {
    const captionsCheck = await checkFile(drive, captions, 'captions')
    if (captionsCheck.outcome === 'broken')
      return { outcome: 'broken', fault: captionsCheck.fault, title: `${title} (sous-titres)` }
  }
  return { outcome: 'fine', size, pages }
}

/** A PDF is downloaded once for each of its versions: when its size is not known yet, or has changed in Drive. */
async function pagesOf(
  drive: Pick<Drive, 'open'>,
  { type, size: knownSize, pages: knownPages }: Document,
  file: DriveReference,
  size: number | null,
): Promise<number | null | DriveFailure> {
  if (size === knownSize) return knownPages
  if (type !== 'pdf' || size === null || size > COUNTED_AT_MOST) return null
  try {
    return await countPages(async () => {
      const media = await drive.open({ file, range: `bytes=0-${size - 1}`, partAtMost: COUNTED_AT_MOST })
      return media.kind === 'unsatisfiable' ? null : buffer(media.body)
    })
  } catch (error) {
    if (error instanceof DriveFailure) return error
    throw error
  }
}
