/** A character of a line, with the places of its sides. */
export type LineCharacter = {
  text: string
  left: number
  right: number
  height: number
  /** True where the file has a blank before it, which it may draw as nothing. */
  isAfterBlank: boolean
}

/** Characters that are read in one direction. */
type Run = Extent & { isArabic: boolean; characters: LineCharacter[] }

/** A gap of this part of the height is a blank, and one between the cells of a table, too. */
const BLANK = 0.2
const ARABIC = /\p{Script=Arabic}/u
const BRACKET = /[()[\]]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Returns the text of a line in the order in which it is read. Arabic is read from right to left, numbers and words in
 * other letters inside it from left to right.
 */
export function lineText(row: readonly LineCharacter[]): string {
  const characters = row.toSorted((one, other) => one.left - other.left)
  const arabic = characters.filter(isArabic).length
  const others = characters.filter(({ text }) => /\p{L}/u.test(text)).length - arabic
  const isRightToLeft = arabic > others
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
