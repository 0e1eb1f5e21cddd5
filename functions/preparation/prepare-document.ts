import { createHash } from 'node:crypto'
import type { Document } from '#shared/domain/documents/document.ts'
import { type DriveReference, type FileContent, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import {
  MANIFEST_NAME,
  type PageLink,
  type Prepared,
  type PreparedManifest,
  type PreparedText,
  pictureName,
  TEXT_NAME,
} from '#shared/entities/prepared-document.ts'
import type { PagesBucket } from '../aws/buckets.ts'
import { contentName, examine, recordFault } from '../documents/examine.ts'
import {
  type ContentFault,
  contentFaultOf,
  downloadPdf,
  readVideoFault,
  TOO_LONG,
} from '../documents/read-content.ts'
import type { Drive } from '../drive/drive.ts'
import type { FileFacts } from '../drive/files.ts'
import { describeError, logger } from '../http/log.ts'
import type { Deps } from '../http/use-case.ts'
import { drawPdf } from '../pdf/draw-pdf.ts'
import { type ForgetDeps, releaseDocument } from './forget.ts'

type PrepareDeps = ForgetDeps & Pick<Deps, 'documents' | 'documentHealth'> & { drive: Drive }

/** A document that is gone lets go of its pictures. A repeated call draws nothing. @throws DriveFailure */
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
  const facts = finding.outcome === 'changed' ? finding.facts : null
  if (!(await deps.prepared.beginReading(documentId, deps.clock.now()))) return
  let isLatest = true
  try {
    await takeContent(deps, document, await readContent(deps, document, document.file, facts))
  } finally {
    isLatest = await deps.prepared.endReading(documentId)
  }
  if (!isLatest) await prepareDocument(deps, documentId)
}

async function takeContent(deps: PrepareDeps, document: Document, content: FileContent): Promise<void> {
  const { fault, faultDetail: detail } = content
  if (fault === null) return noteFine(deps, document, content)
  await recordFault(deps, document, { fault, detail, title: document.title, content })
}

async function noteFine(deps: PrepareDeps, document: Document, content: FileContent): Promise<void> {
  const { documentHealth, prepared, clock } = deps
  if ((await documentHealth.noteContent(document, content)) === 'conflict') {
    // The reference was replaced during the drawing, and its own message follows.
    if (content.digest !== null) await prepared.release(content.digest, document.id, clock.now())
    return
  }
  if (document.fault !== null) await documentHealth.clearBroken(document.id)
}

/** @param facts null for a content that is known, whose pictures were lost */
async function readContent(
  deps: PrepareDeps,
  document: Document,
  file: DriveReference,
  facts: FileFacts | null,
): Promise<FileContent> {
  const source = facts ? contentName(facts) : document.source
  const read = { ...UNKNOWN_CONTENT, source }
  const failed = ({ fault, detail }: ContentFault): FileContent => ({
    ...read,
    // A refusal of Drive's may end: the content stays unread.
    source: fault === 'refused' ? null : source,
    fault,
    faultDetail: detail,
  })
  try {
    if (document.type === 'video') {
      const size = facts?.size ?? null
      const fault = await readVideoFault(deps.drive, file, size ?? 0)
      return fault ? { ...failed(fault), size } : { ...read, size }
    }
    const pdf = await downloadPdf(deps.drive, file)
    return pdf === null ? failed(TOO_LONG) : { ...read, ...(await readPdf(deps, document.id, pdf)) }
  } catch (error) {
    const fault = contentFaultOf(error)
    logger.warn('content not read', { documentId: document.id, ...fault, cause: describeError(error) })
    return failed(fault)
  }
}

/**
 * A PDF that was drawn before is not drawn again. It may be interrupted and repeated at any point, and run twice at
 * once: the same bytes give the same objects, and the manifest, which is written last, tells that all are there.
 */
async function readPdf({ prepared, bucket }: PrepareDeps, documentId: string, pdf: Uint8Array) {
  const digest = createHash('sha256').update(pdf).digest('hex')
  const readOrDraw = async () => (await bucket.readManifest(digest)) ?? (await drawInto(bucket, digest, pdf))
  const paper = (await prepared.find(digest)) ?? weigh(await readOrDraw())
  await prepared.save(digest, paper, documentId)
  return { size: paper.size, pages: paper.pages, digest }
}

async function drawInto(bucket: PagesBucket, digest: string, pdf: Uint8Array): Promise<PreparedManifest> {
  const pictures: PreparedManifest['pictures'] = []
  const links: PageLink[] = []
  const text: PreparedText = { pages: [] }
  const puts: Promise<unknown>[] = []
  try {
    const { outline } = await drawPdf(pdf, (page) => {
      const { number, width, height, small, large } = page
      const put = Promise.all([
        bucket.putPicture(digest, pictureName(number), small),
        bucket.putPicture(digest, pictureName(number, true), large),
      ])
      // It is waited for after the last page, and a rejection that nothing waits for ends the process.
      put.catch(() => undefined)
      puts.push(put)
      const bytes = { bytes: small.length, largeBytes: large.length }
      pictures.push({ width, height, ...bytes, digest: shortDigest(small) })
      text.pages.push(page.lines)
      links.push(...page.links)
    })
    await Promise.all(puts)
    const json = JSON.stringify(text)
    await bucket.putJson(digest, TEXT_NAME, json)
    const manifest = { pictures, textBytes: Buffer.byteLength(json), outline, links }
    await bucket.putJson(digest, MANIFEST_NAME, JSON.stringify(manifest))
    return manifest
  } finally {
    // A call that has failed writes nothing more, since its repetition may have begun.
    await Promise.allSettled(puts)
  }
}

/** A device that keeps a document fetches the pages again whose pictures changed. */
function shortDigest(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 16)
}

function weigh(manifest: PreparedManifest): Prepared {
  const { pictures, textBytes } = manifest
  const size = pictures.reduce((sum, { bytes }) => sum + bytes, textBytes)
  return { pages: pictures.length, size: size + Buffer.byteLength(JSON.stringify(manifest)), pictures }
}
