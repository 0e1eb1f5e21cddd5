import { readFileSync } from 'node:fs'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { isLongRun } from '#shared/test-support/runs.ts'
import { writePdf } from '../pdf/picture-pdf.ts'

/** A film of the demonstration, and the same with the mark of a codec that browsers do not play. */
export const film = readFileSync(new URL('../../scripts/local/demo/files/video.mp4', import.meta.url))
export const unplayableFilm = Buffer.from(
  film.toString('latin1').replaceAll('avc1', 'hvc1').replaceAll('avcC', 'free'),
  'latin1',
)

/** Returns a PDF of these objects, which are numbered from 1; the first one is its catalog. */
export function pdfOfObjects(objects: readonly (string | Buffer)[]): Buffer {
  const fileObjects = objects.map((object, index) => {
    const parts = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]
    return { number: index + 1, bytes: Buffer.concat(parts) }
  })
  return writePdf(fileObjects, '/Root 1 0 R')
}

export function streamObject(entries: string, content: Buffer): Buffer {
  const beginning = `<< ${entries} /Length ${content.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(beginning), content, Buffer.from('\nendstream')])
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'

/** Returns a PDF of one page of 540 by 720 points with these operators, which may draw the font F and the image I. */
export function paperOf(content: string, image: Buffer = Buffer.from('null')): Buffer {
  const resources = '/Resources << /Font << /F 5 0 R >> /XObject << /I 6 0 R >> >>'
  return pdfOfObjects([
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 540 720] /Contents 4 0 R ${resources} >>`,
    streamObject('', Buffer.from(content)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    image,
  ])
}

/** Returns a few kilobytes that unpack to 1.5 GB. They are packed twice, since the packed form repeats itself. */
function packBomb(): Buffer {
  const tenMegabytes = deflateRawSync(Buffer.alloc(10_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const blanks = Array<Buffer>(150).fill(tenMegabytes)
  return deflateSync(Buffer.concat([Buffer.from([0x78, 0x9c]), ...blanks, Buffer.from([3, 0])]))
}
const TWICE_PACKED = '/Filter [/FlateDecode /FlateDecode]'

/** Returns a PDF whose objects are in a stream that unpacks to gigabytes. */
function packedObjects(): Buffer {
  const entries = `/Type /ObjStm /N 2 /First 10 ${TWICE_PACKED}`
  const packed = Buffer.concat([Buffer.from('3 0 obj\n'), streamObject(entries, packBomb())])
  const at = 9 + packed.length + 8
  const rows = [
    [0, 0, 0, 0, 255],
    [2, 0, 0, 3, 0],
    [2, 0, 0, 3, 1],
    [1, 0, 0, 9, 0],
    [1, at >> 16, at >> 8, at, 0],
  ]
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    packed,
    Buffer.from('\nendobj\n4 0 obj\n'),
    streamObject('/Type /XRef /Size 5 /W [1 3 1] /Root 1 0 R', Buffer.from(rows.flat())),
    Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ])
}

type HostilePdf = {
  what: string
  pdf: () => Buffer
  /** Number of pages that are drawn; null for a file without pages, with too many, or that takes too much. */
  pages: number | null
  /** True for a file of few bytes and little work, which `npm test` tries as well. */
  isSmall?: true
}

const allHostilePdfs: readonly HostilePdf[] = [
  {
    what: '5,000 pages',
    pdf: () => {
      const kids = Array.from({ length: 5_000 }, (_, index) => `${index + 3} 0 R`).join(' ')
      const tree = `<< /Type /Pages /Count 5000 /Kids [${kids}] >>`
      return pdfOfObjects([CATALOG, tree, ...Array.from({ length: 5_000 }, () => PAGE)])
    },
    pages: null,
  },
  {
    what: 'a list of a million levels',
    pdf: () => {
      const kids = `${'['.repeat(1_000_000)}3 0 R${']'.repeat(1_000_000)}`
      return pdfOfObjects([CATALOG, `<< /Type /Pages /Count 1 /Kids ${kids} >>`, PAGE])
    },
    pages: 1,
  },
  {
    what: 'a tree that contains itself',
    pdf: () => pdfOfObjects([CATALOG, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>']),
    // The viewer shows an empty page as well.
    pages: 1,
  },
  {
    what: 'two billion pages, as it says',
    pdf: () => pdfOfObjects([CATALOG, '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>', PAGE]),
    pages: 1,
    isSmall: true,
  },
  { what: 'objects that unpack to gigabytes', pdf: packedObjects, pages: null },
  {
    what: 'a cross-reference that unpacks to gigabytes',
    pdf: () =>
      Buffer.concat([
        Buffer.from('%PDF-1.5\n1 0 obj\n'),
        streamObject(`/Type /XRef /Size 300000000 /W [1 3 1] /Root 1 0 R ${TWICE_PACKED}`, packBomb()),
        Buffer.from('\nendobj\nstartxref\n9\n%%EOF\n'),
      ]),
    pages: null,
  },
  {
    what: 'a page that unpacks to gigabytes',
    pdf: () =>
      pdfOfObjects([
        CATALOG,
        PAGES,
        PAGE.replace('>>', '/Contents 4 0 R >>'),
        streamObject(TWICE_PACKED, packBomb()),
      ]),
    pages: null,
  },
  {
    what: 'the first half of a file',
    pdf: () => {
      const whole = pdfOfObjects([CATALOG, PAGES, PAGE])
      return whole.subarray(0, whole.length / 2)
    },
    pages: null,
    isSmall: true,
  },
]

/** PDFs that are broken, or made to take time and memory; in `npm test` one that is read and one that is not. */
export const hostilePdfs = allHostilePdfs.filter(({ isSmall }) => isSmall || isLongRun)

export async function measureGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 5)
  await work().finally(() => clearInterval(looking))
  return most
}
