import { openFonts } from './fonts.ts'
import { type Layout, layOut } from './layout.ts'
import type { Paper } from './papers.ts'
import { PdfWriter } from './pdf-writer.ts'
import { scan, turned } from './scan.ts'

/** Letters of a paper that is copied are large. */
const SCAN_SCALE = 1.4

export type DrawnPaper = { pdf: Buffer; pages: number; headings: Layout['headings'] }

/** Draws a paper: the same bytes on every machine. */
export async function drawPaper({ make, title, blocks }: Paper): Promise<DrawnPaper> {
  const isScan = make === 'scan'
  const fonts = await openFonts(make === 'whole fonts' ? 'whole' : 'standard')
  const { pages, headings } = layOut(fonts, blocks(), isScan ? SCAN_SCALE : 1)
  const writer = new PdfWriter()
  const resources = fonts.addTo(writer)
  for (const [index, page] of pages.entries())
    writer.addPage({ content: isScan ? turned(index) + page : page, resources })
  const pdf = writer.save({ title, outline: headings })
  return { pdf: isScan ? await scan(pdf, title) : pdf, pages: pages.length, headings }
}
