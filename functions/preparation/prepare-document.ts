import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Document } from '#shared/domain/documents/document.ts'
import type { DocumentFault } from '#shared/entities/broken-document.ts'
import type { DriveReference, FileContent } from '#shared/entities/file.ts'
import type { PagesBucket } from '../aws/pages-bucket.ts'
import type { DocumentHealth } from '../data/document-health.ts'
import type { Documents } from '../data/documents.ts'
import type { PreparedStore } from '../data/prepared.ts'
import { contentName, examine, recordFault } from '../documents/examine.ts'
import type { Drive } from '../drive/drive.ts'
import type { Clock } from '../http/deps.ts'
import { describeError, logger } from '../http/log.ts'
import { ThreadEnded } from '../pdf/bounded-thread.ts'
import { type ForgetDeps, releaseDocument } from './forget.ts'
import { preparePdf } from './prepare-pdf.ts'

export type PrepareDeps = ForgetDeps & {
  drive: Pick<Drive, 'factsOf' | 'open'>
  documents: Pick<Documents, 'find'>
  prepared: PreparedStore
  health: Pick<DocumentHealth, 'noteContent' | 'markBroken' | 'clearBroken'>
  bucket: PagesBucket
  clock: Clock
}

/** A scan of a long paper has 30 MB. Bytes. */
const PDF_AT_MOST = 60_000_000

/**
 * Looks at a document's file in Drive and prepares a content that is new. A document that is gone lets go of its
 * pictures. A repeated call draws nothing.
 * @throws DriveFailure when Drive does not answer, so that the call is repeated
 */
export async function prepareDocument(deps: PrepareDeps, documentId: string): Promise<void> {
  const { documents } = deps
  const document = await documents.find(documentId)
  if (document?.file.kind !== 'drive') return releaseDocument(deps, documentId)
  const finding = await examine(deps, document)
  if (finding.outcome === 'unasked') return
  if (finding.outcome === 'unknown') throw finding.cause
  if (finding.outcome === 'broken') return recordFault(deps, document, finding)
  if (finding.outcome === 'fine') {
    const { digest } = finding.content
    const isPrepared = digest === null || (await deps.prepared.use(digest, documentId))
    if (isPrepared) return noteFine(deps, document, finding.content)
  }
  const source = finding.outcome === 'fine' ? finding.content.source : contentName(finding.facts)
  const content = await readContent(deps, document, document.file, source)
  if (content.fault !== null)
    return recordFault(deps, document, { fault: content.fault, title: document.title, content })
  await noteFine(deps, document, content)
}

async function noteFine({ health, prepared, clock }: PrepareDeps, document: Document, content: FileContent) {
  if ((await health.noteContent(document, content)) === 'overtaken') {
    // The reference was replaced during the drawing, and its own message follows.
    if (content.digest !== null) await prepared.release(content.digest, document.id, clock.now())
    return
  }
  if (document.fault !== null) await health.clearBroken(document.id)
}

async function readContent(
  { drive, prepared, bucket }: PrepareDeps,
  document: Document,
  file: DriveReference,
  source: string | null,
): Promise<FileContent> {
  const failed = (fault: DocumentFault): FileContent => ({
    size: null,
    pages: null,
    digest: null,
    source,
    fault,
  })
  const pdf = await download(drive, file)
  if (pdf === null) return failed('unreadable')
  const digest = createHash('sha256').update(pdf).digest('hex')
  try {
    const paper = (await prepared.find(digest)) ?? (await preparePdf(bucket, digest, pdf))
    await prepared.save(digest, paper, document.id)
    return { size: paper.size, pages: paper.pages, digest, source, fault: null }
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    logger.warn('PDF not prepared', { documentId: document.id, cause: describeError(error) })
    return failed('unreadable')
  }
}

/** Returns the bytes of a file; null for an empty or a long one. @throws DriveFailure */
async function download(drive: Pick<Drive, 'open'>, file: DriveReference): Promise<Buffer | null> {
  const media = await drive.open({ file, range: `bytes=0-${PDF_AT_MOST - 1}`, partAtMost: PDF_AT_MOST })
  if (media.kind === 'unsatisfiable') return null
  const size = media.kind === 'part' ? media.total : media.size
  if (size === null || size <= PDF_AT_MOST) return buffer(media.body)
  await media.body.cancel()
  return null
}
