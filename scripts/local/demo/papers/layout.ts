import { createFigure } from './figures.ts'
import { encodeText, type Face, type Fonts, isSymbol } from './fonts.ts'
import { fixed } from './pdf-writer.ts'

type TextKind = 'title' | 'subtitle' | 'heading' | 'part' | 'text' | 'question' | 'answer'

export type Block = { kind: TextKind; text: string } | { kind: 'figure'; name: string } | { kind: 'new page' }

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

type TextStyle = { face: Face; size: number }

/** Characters of one face and height; `back` is how far they begin before the end of the run before them. */
type Run = TextStyle & { text: string; rise: number; back: number }
type Line = { runs: Run[]; width: number }

const SCRIPT_SIZE = 0.68
const SUPERSCRIPT = 0.36
const SUBSCRIPT = -0.16

/** An index, an exponent, or one character: 'x_0', '10^{-14}'. */
const TOKEN = /([_^])(?:\{([^}]*)\}|(.))|(.)/gu
/** A hyphen that stands for a minus. */
const MINUS = /(?<=^|[\s(=^{_])-(?=$|[\s()\d\p{L}}])/gu
/** Blanks at which no line ends: before a unit and the marks of French, and beside a sign of equality. */
const FIXED_BLANK = /(?<=\d) (?=\p{L})|(?<=[=≈«]) |(?<=(?:^|\s)\S{1,12}) (?==)| (?=[:;?!»%])/gu

/** Breaks a text into lines. In texts `_` begins an index and `^` an exponent, of one character or in braces. */
function breakLines(fonts: Fonts, text: string, style: TextStyle, width: number): Line[] {
  const space = fonts.measure(style.face, ' ') * style.size
  const lines: Line[] = []
  for (const word of text.replace(MINUS, '–').replace(FIXED_BLANK, '\u00a0').split(' ')) {
    const runs = readRuns(fonts, word, style)
    const wordWidth = runs.reduce((sum, run) => sum + widthOf(fonts, run), 0)
    const line = lines.at(-1)
    if (line && line.width + space + wordWidth <= width) {
      line.runs.push(plain(' ', style), ...runs)
      line.width += space + wordWidth
    } else lines.push({ runs, width: wordWidth })
  }
  return lines
}

function readRuns(fonts: Fonts, word: string, style: TextStyle): Run[] {
  return [...word.matchAll(TOKEN)].flatMap(([, mark, group, single, character]) => {
    if (character === '⇌') return readEquilibrium(fonts, style)
    if (character !== undefined) return [plain(character, style)]
    const rise = (mark === '^' ? SUPERSCRIPT : SUBSCRIPT) * style.size
    return Array.from(group ?? single ?? '', (each) => ({
      ...plain(each, { ...style, size: style.size * SCRIPT_SIZE }),
      rise,
    }))
  })
}

/** The standard fonts have no sign of an equilibrium: two arrows, one above the other, make one. */
function readEquilibrium(fonts: Fonts, style: TextStyle): Run[] {
  const there = { ...plain('→', style), rise: style.size * 0.14 }
  const back = { ...plain('←', style), rise: style.size * -0.14, back: widthOf(fonts, there) }
  return [there, back]
}

function plain(text: string, { face, size }: TextStyle): Run {
  return { text, face: isSymbol(text) ? 'symbol' : face, size, rise: 0, back: 0 }
}

function widthOf(fonts: Fonts, { face, text, size, back }: Run): number {
  return fonts.measure(face, text) * size - back
}

function showLine(fonts: Fonts, { runs }: Line, x: number, y: number): string {
  let at = x
  let content = ''
  for (const run of mergeRuns(runs)) {
    const { face, size, rise, back, text } = run
    content += `BT /${face} ${fixed(size)} Tf ${fixed(at - back)} ${fixed(y + rise)} Td ${encodeText(text)} Tj ET\n`
    at += widthOf(fonts, run)
  }
  return content
}

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    const isSame =
      last?.face === run.face && last.size === run.size && last.rise === run.rise && run.back === 0
    if (last && isSame) last.text += run.text
    else merged.push({ ...run })
  }
  return merged
}

function showText(fonts: Fonts, text: string, style: TextStyle, x: number, y: number): string {
  return breakLines(fonts, text, style, Number.POSITIVE_INFINITY)
    .map((line) => showLine(fonts, line, x, y))
    .join('')
}
