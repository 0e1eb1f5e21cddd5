import { openPdf, withPage } from '#functions/pdf/pdfium.ts'
import { openFonts } from './fonts.ts'
import { type Layout, layOut } from './layout.ts'
import type { Paper } from './papers.ts'
import { PdfWriter } from './pdf-writer.ts'

/** Sizes of letters and figures: those of a paper that is copied are large. */
const SCALES: Record<Paper['make'], number> = { light: 1, 'whole fonts': 1.08, scan: 1.4 }

type DrawnPaper = { pdf: Buffer; pages: number; headings: Layout['headings'] }

export async function drawPaper({ make, title, blocks }: Paper): Promise<DrawnPaper> {
  const isScan = make === 'scan'
  const fonts = await openFonts(make === 'whole fonts' ? 'whole' : 'standard')
  const { pages, headings } = layOut(fonts, blocks(), SCALES[make])
  const writer = new PdfWriter()
  const resources = fonts.addTo(writer)
  for (const [index, page] of pages.entries())
    writer.addPage({ content: isScan ? turned(index) + page : page, resources })
  const pdf = writer.save({ title, outline: headings })
  return { pdf: isScan ? await scan(pdf, title) : pdf, pages: pages.length, headings }
}

/** A page of 300 dpi, in pixels; two of them are one byte. */
const WIDTH = 2480
const HEIGHT = 3508
/** `FPDFBitmap_Gray` */
const GREY = 1
/** `FPDF_GRAYSCALE` */
const IN_GREYS = 0x08
const WHITE = 0xffffffff
/** Turns of the pages, since a sheet never lies straight on the glass. */
const TURNS = [0.006, -0.004, 0.009, -0.007, 0.003, -0.01, 0.005, -0.002]

function turned(page: number): string {
  const turn = TURNS[page % TURNS.length] ?? 0
  return `1 ${turn} ${-turn} 1 ${Math.round(turn * 400)} ${Math.round(turn * -300)} cm\n`
}

/** Pictures of pages in sixteen greys, with noise and without text. */
async function scan(pdf: Uint8Array, title: string): Promise<Buffer> {
  const open = await openPdf(pdf)
  const { pdfium } = open
  const bitmap = pdfium.FPDFBitmap_CreateEx(WIDTH, HEIGHT, GREY, 0, 0)
  const place = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const writer = new PdfWriter()
  const random = createRandom()
  for (let index = 0; index < open.pageCount; index += 1) {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, WIDTH, HEIGHT, WHITE)
    withPage(open, index, (page) =>
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, WIDTH, HEIGHT, 0, IN_GREYS),
    )
    const greys = addNoise(pdfium.pdfium.HEAPU8.subarray(place, place + WIDTH * HEIGHT), random)
    const picture = writer.add(
      `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceGray ` +
        '/BitsPerComponent 4 /Filter /RunLengthDecode',
      encodeRuns(greys),
    )
    writer.addPage({
      content: 'q 595 0 0 842 0 0 cm /scan Do Q',
      resources: `/XObject << /scan ${picture} >>`,
    })
  }
  return writer.save({ title })
}

/** Creates a source of numbers of 32 bits, the same ones on every machine (xorshift). */
function createRandom(): () => number {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state
  }
}

/** Packs pixels into sixteen greys; one in thirty has another grey than it should. */
function addNoise(pixels: Uint8Array, random: () => number): Buffer {
  const packed = Buffer.alloc(pixels.length / 2)
  const read = (at: number) => {
    const grey = (pixels[at] ?? 0) >> 4
    const noise = random()
    if ((noise & 0xff) > 6) return grey
    const change = ((noise >> 8) & 3) + 1
    return grey > 7 ? grey - change : grey + change
  }
  for (let at = 0; at < packed.length; at += 1) packed[at] = (read(at * 2) << 4) | read(at * 2 + 1)
  return packed
}

/** Encodes for the filter `RunLengthDecode`, whose output depends on no library. */
function encodeRuns(bytes: Uint8Array): Buffer {
  const encoded = Buffer.alloc(bytes.length + Math.ceil(bytes.length / 128) + 1)
  let length = 0
  for (let at = 0; at < bytes.length; ) {
    let end = at + 1
    while (end < bytes.length && end - at < 128 && bytes[end] === bytes[at]) end += 1
    if (end - at > 2) {
      encoded[length] = 257 - (end - at)
      encoded[length + 1] = bytes[at] ?? 0
      length += 2
    } else {
      // Other bytes stand as they are, up to the next run of three.
      end = at + 1
      while (
        end < bytes.length &&
        end - at < 128 &&
        !(bytes[end] === bytes[end + 1] && bytes[end] === bytes[end + 2])
      )
        end += 1
      encoded[length] = end - at - 1
      encoded.set(bytes.subarray(at, end), length + 1)
      length += end - at + 1
    }
    at = end
  }
  encoded[length] = 128
  return encoded.subarray(0, length + 1)
}
