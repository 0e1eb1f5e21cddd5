import { buffer } from 'node:stream/consumers'
import type { Document } from '#shared/domain/documents/document.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { DocumentSize, DriveReference } from '#shared/entities/file.ts'
import type { DocumentHealth } from '../data/document-health.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import { logger } from '../http/log.ts'
import { countPages } from '../pdf/read-pdf.ts'
import { checkFile, readDocumentFault } from './check-file.ts'

type ExamineDeps = {
  drive: Pick<Drive, 'factsOf' | 'open'>
  health: Pick<DocumentHealth, 'noteSize'>
  oneAtATime: Queue
}

type Queue = <T>(task: () => Promise<T>) => Promise<T>

/** Result of a check. `unasked`: the document has no file in Drive. `unknown`: Drive did not answer. */
export type Finding =
  | { outcome: 'unasked' }
  | ({ outcome: 'fine' } & DocumentSize)
  | { outcome: 'broken'; fault: DocumentFault; title: string }
  | { outcome: 'unknown'; cause: DriveFailure }

/** A longer PDF is not loaded into memory to count its pages. Bytes. */
const COUNTED_AT_MOST = 60 * 1000 * 1000

/** Checks a document's file in Drive, and then its captions. */
export async function examine(deps: ExamineDeps, document: Document): Promise<Finding> {
  const { drive } = deps
  const { file, type, title, captions } = document
  if (file.kind !== 'drive') return { outcome: 'unasked' }
  const check = await checkFile(drive, file, type)
  if (check.outcome === 'unknown') return check
  if (check.outcome === 'broken') return { outcome: 'broken', fault: check.fault, title }
  const { size } = check.facts
  const pages = await pagesOf(deps, document, file, size)
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

/**
 * Counts the pages of a PDF once for each of its versions: when its size is not stored yet, or has changed in Drive.
 */
async function pagesOf(
  deps: ExamineDeps,
  document: Document,
  file: DriveReference,
  size: number | null,
): Promise<number | null | DriveFailure> {
  if (size === document.size) return document.pages
  if (document.type !== 'pdf' || size === null || size > COUNTED_AT_MOST) return null
  try {
    return await deps.oneAtATime(() => downloadAndCount(deps, document, file, size))
  } catch (error) {
    if (error instanceof DriveFailure) return error
    throw error
  }
}

/**
 * Creates a queue that runs each task after the previous one, for the PDFs of one call: two files and their unpacked
 * data would take twice the memory. A failed task does not stop the next one.
 */
export function createQueue(): Queue {
  let previous: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = previous.then(task)
    previous = next.catch(() => undefined)
    return next
  }
}

async function downloadAndCount(
  { drive, health }: ExamineDeps,
  document: Document,
  file: DriveReference,
  size: number,
): Promise<number | null> {
  const media = await drive.open({ file, range: `bytes=0-${size - 1}`, partAtMost: COUNTED_AT_MOST })
  if (media.kind === 'unsatisfiable') return null
  const pdf = await buffer(media.body)
  // The size is stored before the file is parsed, so that a file that ends the whole function by its memory does so
  // once.
  if ((await health.noteSize(document, { size, pages: null })) === 'overtaken') return null
  const pages = await countPages(pdf)
  if (pages === null) logger.warn('pages not counted', { documentId: document.id, size })
  return pages
}
