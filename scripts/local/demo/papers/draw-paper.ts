import { openFonts } from './fonts.ts'
import { type Layout, layOut } from './layout.ts'
import type { Paper } from './papers.ts'
import { PdfWriter } from './pdf-writer.ts'
import { scan, turned } from './scan.ts'

/** Sizes of letters and figures: those of a paper that is copied are large. */
const SCALES: Record<Paper['make'], number> = { light: 1, 'whole fonts': 1.08, scan: 1.4 }

export type DrawnPaper = { pdf: Buffer; pages: number; headings: Layout['headings'] }

/** Draws a paper: the same bytes on every machine. */
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
