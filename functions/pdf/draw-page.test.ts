import { deflateSync } from 'node:zlib'
import { paperOf, streamObject } from '../test-support/hostile-pdfs.ts'
import { drawPage, type Encode, openWebp, pictureSize } from './draw-page.ts'
import { openPdf, withPage } from './pdfium.ts'

const webp = await openWebp()

/** Draws the page of a file. @returns the pictures, and the bytes of each attempt, with the colours of small ones */
async function drawn(pdf: Uint8Array) {
  const tried: { colours: number[]; bytes: number }[] = []
  const encode: Encode = (pixels, quality) => {
    const encoded = webp(pixels, quality)
    const isSmall = pixels.width <= 1_080
    const colours = isSmall ? [...new Set(new Uint32Array(pixels.data.buffer))] : []
    tried.push({ colours, bytes: encoded.length })
    return encoded
  }
  const open = await openPdf(pdf)
  const page = withPage(open, 0, (handle) => drawPage(open, handle, encode))
  return { page, tried }
}

const isGrey = (colour: number) =>
  (colour & 0xff) === ((colour >> 8) & 0xff) && (colour & 0xff) === ((colour >> 16) & 0xff)
/** Chunks of the WebP format: pictures with loss are `VP8 `, without loss `VP8L`. */
const formOf = (picture: Uint8Array = new Uint8Array()) => Buffer.from(picture).toString('latin1', 12, 16)

test.each([
  { page: [595, 842], picture: [1_080, 1_528] },
  { page: [842, 595], picture: [1_080, 763] },
  { page: [14_400, 14_400], picture: [1_080, 1_080] },
  { page: [10, 1_000], picture: [43, 4_320] },
  { page: [14_400, 1], picture: [1_080, 1] },
])('a page of $page points has a picture of $picture pixels', ({ page: [w = 0, h = 0], picture }) => {
  const { width, height } = pictureSize(w, h)
  expect([width, height]).toEqual(picture)
})

const TEXT = 'BT /F 20 Tf 40 600 Td (Exercice 1) Tj ET'

test.each([
  { what: 'text', content: TEXT, isColoured: false },
  {
    what: 'a scan of yellowed paper',
    content: `1 .98 .9 rg 0 0 540 720 re f 0 g ${TEXT}`,
    isColoured: false,
  },
  { what: 'a coloured dot', content: `1 0 0 rg 10 10 3 3 re f`, isColoured: false },
  {
    what: 'a thin red curve',
    content: `${TEXT} 1 0 0 RG .7 w 50 50 m 200 700 300 0 500 600 c S`,
    isColoured: true,
  },
])('a page with $what keeps colours: $isColoured, in few levels and without loss', async (row) => {
  const { page, tried } = await drawn(paperOf(row.content))
  expect(page).toMatchObject({ width: 1_080, height: 1_440 })
  expect([formOf(page?.small), formOf(page?.large)]).toEqual(['VP8L', 'VP8L'])
  expect(tried).toHaveLength(2)
  const colours = tried[0]?.colours ?? []
  expect(colours.filter(isGrey).length).toBeLessThanOrEqual(8)
  expect(colours.every(isGrey)).toBe(!row.isColoured)
})

test('a photograph is lossy, since that is much lighter', async () => {
  const [width, height] = [540, 720]
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      const light = 128 + 60 * Math.sin(x / 15) + 60 * Math.cos(y / 20) + ((at * at * 7_919) % 31) - 15
      return [light, 255 - light, light / 2]
    }).flat(),
  )
  const form = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`
  const image = streamObject(`${form} /ColorSpace /DeviceRGB /Filter /FlateDecode`, deflateSync(pixels))
  const { page, tried } = await drawn(paperOf('q 540 0 0 720 0 0 cm /I Do Q', image))
  expect([formOf(page?.small), formOf(page?.large)]).toEqual(['VP8 ', 'VP8 '])
  const [exact, lossy] = tried
  expect(lossy?.bytes).toBeLessThan((exact?.bytes ?? 0) * 0.7)
})
