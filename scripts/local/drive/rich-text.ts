import { type PDFFont, type PDFPage, rgb } from 'pdf-lib'

/** The fonts of a paper; `symbol` carries the Greek letters that the text fonts lack. */
export type Fonts = { text: PDFFont; bold: PDFFont; symbol: PDFFont }

type Run = { text: string; font: PDFFont; size: number; rise: number }

const INK = rgb(0.08, 0.08, 0.1)
const GREEK = /([\u0370-\u03ff]+)/
const SHIFTED = /([_^]\{[^}]*\})/

/** What the text fonts of PDF cannot show, in characters that they can. */
const REPLACED: Record<string, string> = { '’': "'", '≈': '~', '−': '-', '→': '->' }

/** Breaks a text into lines of at most `width` points; a word is never broken. */
export function linesOf(text: string, fonts: Fonts, size: number, width: number, bold = false): Run[][] {
  const lines: Run[][] = [[]]
  let used = 0
  for (const word of text.split(' ')) {
    const runs = runsOf(word, fonts, size, bold)
    const space = bold ? fonts.bold.widthOfTextAtSize(' ', size) : fonts.text.widthOfTextAtSize(' ', size)
    const length = widthOf(runs)
    if (used > 0 && used + space + length > width) {
      lines.push([])
      used = 0
    }
    const line = lines.at(-1) as Run[]
    if (used > 0) line.push(...runsOf(' ', fonts, size, bold))
    line.push(...runs)
    used += (used > 0 ? space : 0) + length
  }
  return lines
}

export function drawLine(page: PDFPage, line: readonly Run[], x: number, y: number): void {
  let at = x
  for (const { text, font, size, rise } of line) {
    page.drawText(text, { x: at, y: y + rise, size, font, color: INK })
    at += font.widthOfTextAtSize(text, size)
  }
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text, font, size }) => sum + font.widthOfTextAtSize(text, size), 0)
}

function runsOf(text: string, fonts: Fonts, size: number, bold: boolean): Run[] {
  return text.split(SHIFTED).flatMap((part) => {
    const shifted = /^([_^])\{(.*)\}$/.exec(part)
    if (!shifted) return plainRuns(part, fonts, size, 0, bold)
    const rise = shifted[1] === '^' ? size * 0.35 : -size * 0.18
    return plainRuns(shifted[2] ?? '', fonts, size * 0.68, rise, bold)
  })
}

function plainRuns(text: string, fonts: Fonts, size: number, rise: number, bold: boolean): Run[] {
  return text
    .split(GREEK)
    .filter((part) => part !== '')
    .map((part) => ({
      text: part.replace(/[’≈−→]/g, (character) => REPLACED[character] ?? character),
      font: GREEK.test(part) ? fonts.symbol : bold ? fonts.bold : fonts.text,
      size,
      rise,
    }))
}
