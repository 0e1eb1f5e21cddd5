import { type OpenPdf, placeOnPicture, readAnswers, readRectangle } from './pdfium.ts'

/**
 * A line of text as a reader sees it, in points from the top left corner of the visible page, rotation applied. The
 * parts of a row that wide gaps separate, as columns and cells, are lines of their own with the same `y` and `height`.
 */
export type PageLine = { text: string; x: number; y: number; width: number; height: number }

/** A character of a line, with the places of its sides. */
type LineCharacter = {
  text: string
  left: number
  right: number
  height: number
  /** True where the file has a blank before it, which it may draw as nothing. */
  isAfterBlank: boolean
}

/** Characters that are read in one direction. */
type Run = Extent & { isArabic: boolean; characters: LineCharacter[] }

/** A gap of this part of the height is a blank. */
const BLANK = 0.2
/** A gap of this part of the height is wider than the blanks of a line, which the viewer takes for equally wide. */
const WIDE_GAP = 0.6
const ARABIC = /\p{Script=Arabic}/u
const BRACKET = /[()[\]]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Arabic is read from right to left, numbers and words in other letters inside it from left to right. */
export function lineText(row: readonly LineCharacter[], isRightToLeft = isReadFromRight(row)): string {
  const characters = row.toSorted((one, other) => one.left - other.left)
  // The box of an Arabic letter is as low as its shape.
  const height = Math.max(...row.map((character) => character.height))
  const runs = splitRuns(
    isRightToLeft ? characters.map((character) => ({ ...character, height })) : characters,
    isRightToLeft,
  )
  const text = inOrder(runs, isRightToLeft).reduce(
    (before, run, index, all) => before + (isApart(all[index - 1], run) ? ' ' : '') + runText(run),
    '',
  )
  return text.replace(/\s+/g, ' ').trim()
}

function isReadFromRight(row: readonly LineCharacter[]): boolean {
  const arabic = row.filter(isArabic).length
  const others = row.filter(({ text }) => /\p{L}/u.test(text)).length - arabic
  return arabic > others
}

function runText({ characters, isArabic: isRightToLeft }: Run): string {
  return inOrder(characters, isRightToLeft).reduce((before, character, index, all) => {
    const isAfterGap = character.isAfterBlank || isApart(all[index - 1], character)
    return `${before}${isAfterGap ? ' ' : ''}${character.text}`
  }, '')
}

/** Splits a line into runs of one direction; signs between two of them have the direction of the line. */
function splitRuns(characters: readonly LineCharacter[], isRightToLeft: boolean): Run[] {
  const directions = characters.map((character) =>
    isArabic(character) ? true : LETTER_OR_DIGIT.test(character.text) ? false : null,
  )
  const after = directions.slice()
  for (let index = after.length - 2; index >= 0; index -= 1) after[index] ??= after[index + 1] ?? null
  const runs: Run[] = []
  let before: boolean | null = null
  for (const [index, character] of characters.entries()) {
    before = directions[index] ?? before
    const isBetween = before === after[index] && !BRACKET.test(character.text)
    const isRun = isBetween ? (before ?? isRightToLeft) : isRightToLeft
    const last = runs.at(-1)
    if (last?.isArabic === isRun) {
      last.characters.push(character)
      last.right = Math.max(last.right, character.right)
    } else {
      const { left, right, height } = character
      runs.push({ isArabic: isRun, characters: [character], left, right, height })
    }
  }
  return runs
}

function inOrder<Item>(items: readonly Item[], isRightToLeft: boolean): readonly Item[] {
  return isRightToLeft ? items.toReversed() : items
}

type Extent = { left: number; right: number; height: number }

function isApart(before: Extent | undefined, next: Extent): boolean {
  if (!before) return false
  return Math.max(before.left, next.left) - Math.min(before.right, next.right) > next.height * BLANK
}

function isArabic({ text }: LineCharacter): boolean {
  return ARABIC.test(text)
}

/** A character with its box; `base` is where its line stands. */
type Character = LineCharacter & { top: number; bottom: number; base: number }

/** Characters whose bases differ by less than this part of the line's height are on one line. */
const BASE_TOLERANCE = 0.35
/** A character below this part of the line's height is an index or an exponent, which stands higher or lower. */
const SMALL = 0.8
const SMALL_TOLERANCE = 0.6
/** An integral of LaTeX is twice as high as the text, and would take the lines around it into its own. */
const TALL = 1.8

/** The engine gives places of a page in whole units, so that it is asked for a page this much larger. */
const FINENESS = 100

/** Lines from top to bottom, each in reading order, since a file may draw its text in any order. */
export function readLines(pdf: OpenPdf, page: number, charactersAtMost: number): PageLine[] {
  const characters = readCharacters(pdf, page, charactersAtMost)
  const rows: Character[][] = []
  const bySize = characters.toSorted((one, other) => other.height - one.height)
  const tall = TALL * (bySize[bySize.length >> 1]?.height ?? 0)
  const usual = bySize.findIndex(({ height }) => height <= tall)
  // The larger characters come first, so that an index finds the line that it belongs to; those beyond all lines last.
  for (const character of [...bySize.slice(usual), ...bySize.slice(0, usual)]) {
    const distance = ([first]: Character[]) => Math.abs((first?.base ?? 0) - character.base)
    const near = rows.filter(([first]) => first && isSameLine(first, character))
    const [row] = near.toSorted((one, other) => distance(one) - distance(other))
    if (row) row.push(character)
    else rows.push([character])
  }
  return rows
    .flatMap(toLines)
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.y - other.y)
}

function isSameLine(first: Character, other: Character): boolean {
  const { height } = first
  const tolerance = other.height < height * SMALL ? SMALL_TOLERANCE : BASE_TOLERANCE
  return Math.abs(other.base - first.base) <= height * tolerance
}

function toLines(row: readonly Character[]): PageLine[] {
  // Without the tall signs, which come last.
  const usual = row.filter(({ height }) => height <= (row[0]?.height ?? 0))
  const y = Math.min(...usual.map(({ top }) => top))
  const height = Math.max(...usual.map(({ bottom }) => bottom)) - y
  const isRightToLeft = isReadFromRight(row)
  const lines = splitAtGaps(row, isRightToLeft ? height : 0).map((part) => {
    const x = Math.min(...part.map(({ left }) => left))
    const width = Math.max(...part.map(({ right }) => right)) - x
    return { text: lineText(part, isRightToLeft), x, y, width, height }
  })
  return [...inOrder(lines, isRightToLeft)]
}

/** @param lowest height of a character, since the box of an Arabic letter is as low as its shape */
function splitAtGaps(row: readonly Character[], lowest: number): Character[][] {
  const parts: Character[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const character of row.toSorted((one, other) => one.left - other.left)) {
    const before = parts.at(-1)
    const height = Math.max(lowest, character.height, before?.at(-1)?.height ?? 0)
    if (before && character.left - end <= height * WIDE_GAP) before.push(character)
    else parts.push([character])
    end = Math.max(end, character.right)
  }
  return parts
}

function readCharacters(pdf: OpenPdf, page: number, atMost: number): Character[] {
  const { pdfium } = pdf
  const textPage = pdfium.FPDFText_LoadPage(page)
  const size = {
    width: Math.round(pdfium.FPDF_GetPageWidthF(page) * FINENESS),
    height: Math.round(pdfium.FPDF_GetPageHeightF(page) * FINENESS),
  }
  const seen = (atX: number, atY: number) => {
    const [x, y] = placeOnPicture(pdf, page, size, atX, atY)
    return [x / FINENESS, y / FINENESS] as const
  }
  const characters: Character[] = []
  let isAfterBlank = false
  const count = Math.min(pdfium.FPDFText_CountChars(textPage), atMost)
  for (let index = 0; index < count; index += 1) {
    const code = pdfium.FPDFText_GetUnicode(textPage, index)
    // The engine names a hyphen at the end of a line by a control character, as signs that it cannot name.
    const text = pdfium.FPDFText_IsHyphen(textPage, index) ? '-' : String.fromCodePoint(code)
    if (/[\s\p{Cc}]/u.test(text)) {
      // The engine takes a page with little text for one in columns, and adds a line break after each character.
      isAfterBlank ||= text !== '\r' && text !== '\n'
      continue
    }
    // The box by its font, the same for each character of a size.
    const box = readRectangle(pdfium, (place) => pdfium.FPDFText_GetLooseCharBox(textPage, index, place))
    const origin = readAnswers(pdfium, 'double', 2, (x = 0, y = 0) =>
      pdfium.FPDFText_GetCharOrigin(textPage, index, x, y),
    )
    if (!box || !origin) continue
    const [left, top, right, bottom] = box
    const [x1, y1] = seen(left, bottom)
    const [x2, y2] = seen(right, top)
    const [, base] = seen(origin[0] ?? 0, origin[1] ?? 0)
    characters.push({
      text,
      height: Math.abs(y2 - y1),
      left: Math.min(x1, x2),
      right: Math.max(x1, x2),
      top: Math.min(y1, y2),
      bottom: Math.max(y1, y2),
      base,
      isAfterBlank,
    })
    isAfterBlank = false
  }
  pdfium.FPDFText_ClosePage(textPage)
  return characters
}
