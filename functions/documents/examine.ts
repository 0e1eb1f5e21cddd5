import { buffer } from 'node:stream/consumers'
import type { Document } from '#shared/domain/document.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { DocumentWeight, DriveReference } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import { faultIn, lookAtFile } from './look-at-file.ts'
import { countPages } from './pdf-pages.ts'

/** What is found about a document. `unasked`: it has no file in Drive. `unknown`: Drive did not say. */
export type Finding =
  | { outcome: 'unasked' }
  | { outcome: 'fine'; weight: DocumentWeight }
  | { outcome: 'broken'; fault: DocumentFault; title: string }
  | { outcome: 'unknown'; cause: DriveFailure }

/** A longer PDF is not held in memory to count its pages. Bytes. */
const COUNTED_AT_MOST = 30 * 1000 * 1000

/**
 * Looks at a document's file in Drive, and then at its captions.
 * The pages of a PDF are counted when nobody has, or when the file's size says that it is another one.
 */
export async function examine(drive: Pick<Drive, 'factsOf' | 'open'>, document: Document): Promise<Finding> {
  const { file, type, title, captions } = document
  if (file.kind !== 'drive') return { outcome: 'unasked' }
  const look = await lookAtFile(drive, file, type)
  if (look.outcome === 'unknown') return look
  if (look.outcome === 'broken') return { outcome: 'broken', fault: look.fault, title }
  const { size } = look.facts
  const pages = type === 'pdf' ? await pagesOf(drive, document, file, size ?? 0) : null
  if (pages instanceof DriveFailure) {
    const fault = faultIn(pages)
    if (fault !== null) return { outcome: 'broken', fault, title }
  } else if (captions) {
    const heard = await lookAtFile(drive, captions, 'captions')
    if (heard.outcome === 'broken')
      return { outcome: 'broken', fault: heard.fault, title: `${title} (sous-titres)` }
  }
  return { outcome: 'fine', weight: { size, pages: pages instanceof DriveFailure ? null : pages } }
}

async function pagesOf(
  drive: Pick<Drive, 'open'>,
  { size: knownSize, pages }: Document,
  file: DriveReference,
  size: number,
): Promise<number | null | DriveFailure> {
  if (pages !== null && knownSize === size) return pages
  if (size > COUNTED_AT_MOST) return null
  try {
    const media = await drive.open({ file, range: `bytes=0-${size - 1}`, partAtMost: COUNTED_AT_MOST })
    return media.kind === 'unsatisfiable' ? null : countPages(await buffer(media.body))
  } catch (error) {
    if (error instanceof DriveFailure) return error
    throw error
  }
}
