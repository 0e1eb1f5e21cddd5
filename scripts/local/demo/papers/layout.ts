import { createFigure } from './figures.ts'
import type { Face, Fonts } from './fonts.ts'
import { breakLines, showLine, showText } from './lines.ts'
import { fixed } from './pdf-writer.ts'

type TextKind = 'title' | 'subtitle' | 'heading' | 'part' | 'text' | 'question' | 'answer'

export type Block =
  | { kind: TextKind; text: string }
  | { kind: 'figure'; name: string }
  | { kind: 'new page' }
  | { kind: 'lines to write on' }

export type Layout = { pages: string[]; headings: { title: string; page: number }[] }

type Look = { face: Face; size: number; before: number; indent: number; isCentred?: true }

const looks: Record<TextKind, Look> = {
  title: { face: 'title', size: 15, before: 6, indent: 0, isCentred: true },
  subtitle: { face: 'text', size: 10.5, before: 2.5, indent: 0, isCentred: true },
  heading: { face: 'title', size: 12, before: 14, indent: 0 },
  part: { face: 'bold', size: 10.5, before: 6, indent: 0 },
  text: { face: 'text', size: 10.5, before: 2.5, indent: 0 },
  question: { face: 'text', size: 10.5, before: 2.5, indent: 12 },
  answer: { face: 'text', size: 10.5, before: 2.5, indent: 12 },
}

const PAGE = { width: 595, height: 842, side: 54, top: 50, bottom: 58 }
const LEADING = 1.3
/** Room that a heading and the title of a part need, so that what they announce begins on their page. */
const KEPT_TOGETHER: Partial<Record<TextKind, number>> = { heading: 110, part: 60 }
const RULED_DISTANCE = 26

export function layOut(fonts: Fonts, blocks: readonly Block[], scale = 1): Layout {
  const pages: string[] = ['']
  const headings: Layout['headings'] = []
  let y = PAGE.height - PAGE.top
  const draw = (content: string) => {
    pages[pages.length - 1] += `${content}\n`
  }
  const turnPage = () => {
    pages.push('')
    y = PAGE.height - PAGE.top
  }
  const needs = (height: number) => {
    if (y - height < PAGE.bottom) turnPage()
  }

  for (const block of blocks) {
    if (block.kind === 'new page') turnPage()
    else if (block.kind === 'figure') {
      const figure = createFigure(block.name, scale, (text, x, top) =>
        showText(fonts, text, { face: 'label', size: 8.5 * scale }, x, top),
      )
      needs(figure.height)
      draw(figure.draw(PAGE.side, y))
      y -= figure.height
    } else if (block.kind === 'lines to write on') {
      for (y -= RULED_DISTANCE; y > PAGE.bottom; y -= RULED_DISTANCE)
        draw(`q 0.4 w 0.6 G ${PAGE.side} ${fixed(y)} m ${PAGE.width - PAGE.side} ${fixed(y)} l S Q`)
    } else {
      const { before, indent, isCentred, ...look } = looks[block.kind]
      const style = { ...look, size: look.size * scale }
      const leading = style.size * LEADING
      const lines = breakLines(fonts, block.text, style, PAGE.width - 2 * PAGE.side - indent)
      needs(lines.length * leading + (KEPT_TOGETHER[block.kind] ?? 0) * scale)
      if (block.kind === 'heading') headings.push({ title: block.text, page: pages.length })
      y -= before * scale
      for (const line of lines) {
        y -= leading
        const x = isCentred ? (PAGE.width - line.width) / 2 : PAGE.side + indent
        draw(showLine(fonts, line, x, y + style.size * 0.3))
      }
    }
  }
  const numbered = pages.map((content, index) => {
    const text = `Page ${index + 1} sur ${pages.length}`
    return content + showText(fonts, text, { face: 'label', size: 9 }, PAGE.width / 2 - 30, 30)
  })
  return { pages: numbered, headings }
}
