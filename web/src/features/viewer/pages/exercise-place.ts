import { foldText } from '#shared/domain/fold-text.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import type { PagePicture, TextLine } from '#shared/entities/prepared-document.ts'

export type ExerciseTarget = Pick<Exercise, 'number' | 'title'>

/** A place on a page, in fractions of its size: the beginning of an exercise, and the column of the page's text. */
type ExercisePlace = { down: number; across: number; width: number }

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

/** The space that is left around the text. */
const MARGIN = 0.015

/** Returns where an exercise begins on its page; at the top of the text where no line names it, null without text. */
export function exercisePlace(
  lines: readonly TextLine[],
  { number, title }: ExerciseTarget,
  { width, height }: Pick<PagePicture, 'width' | 'height'>,
): ExercisePlace | null {
  if (lines.length === 0) return null
  const heading = new RegExp(
    `^(?:exercice|exo)\\W*(?:n[o\\W]*)?(?:${number}|${ROMAN[number - 1]})(?![a-z0-9])`,
  )
  const named = foldText(title)
  const texts = lines.map(([, , , , text]) => foldText(text))
  const byNumber = texts.findIndex((text) => heading.test(text))
  const at = byNumber >= 0 ? byNumber : texts.findIndex((text) => text.includes(named))
  const left = Math.min(...lines.map(([x]) => x)) / width
  const right = Math.max(...lines.map(([x, , lineWidth]) => x + lineWidth)) / width
  return {
    down: Math.max(0, (lines[at]?.[1] ?? 0) / height - MARGIN),
    across: Math.max(0, left - MARGIN),
    width: Math.min(1, right - left + 2 * MARGIN),
  }
}
