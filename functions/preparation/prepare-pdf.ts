import { createHash } from 'node:crypto'
import {
  MANIFEST_NAME,
  type PageLink,
  type Prepared,
  type PreparedManifest,
  type PreparedText,
  pictureName,
  TEXT_NAME,
} from '#shared/entities/prepared-document.ts'
import type { PagesBucket } from '../aws/pages-bucket.ts'
import { drawPdf } from '../pdf/draw-pdf.ts'

/**
 * Draws a PDF into the bucket under the digest of its bytes, and returns what it weighs. A PDF that was drawn before is
 * not drawn again. It may be interrupted and repeated at any point, and run twice at once: the same bytes give the same
 * objects, and the manifest, which is written last, tells that all are there.
 * @throws ThreadEnded when the PDF cannot be opened or drawn within the limits
 */
export async function preparePdf(bucket: PagesBucket, digest: string, pdf: Uint8Array): Promise<Prepared> {
  return weigh((await bucket.readManifest(digest)) ?? (await drawInto(bucket, digest, pdf)))
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
      pictures.push({
        width,
        height,
        bytes: small.length,
        largeBytes: large.length,
        digest: shortDigest(small),
      })
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
