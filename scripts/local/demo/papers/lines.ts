import { fixed } from './pdf-writer.ts'
import { encodeText, type Face, type Fonts, isSymbol } from './fonts.ts'

export type TextStyle = { face: Face; size: number }

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
export function breakLines(fonts: Fonts, text: string, style: TextStyle, width: number): Line[] {
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

export function showLine(fonts: Fonts, { runs }: Line, x: number, y: number): string {
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

export function showText(fonts: Fonts, text: string, style: TextStyle, x: number, y: number): string {
  return breakLines(fonts, text, style, Number.POSITIVE_INFINITY)
    .map((line) => showLine(fonts, line, x, y))
    .join('')
}
