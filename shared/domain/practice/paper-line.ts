import { PAPER_POINTS, QUARTER } from '../../entities/exercise.ts'
import { plainDigits } from '../../entities/plain-digits.ts'

/** No heading is longer; the rest of a longer line is not read. */
const LINE_AT_MOST = 300

/** Characters that each stand apart, as in 'E X E R C I C E 2' or '2 , 5 p o i n t s'. */
const SPACED_WORD = /(?<![\p{L}\d])(?:[\p{L}\d.,] ){3,}[\p{L}\d](?![\p{L}\d])/gu

/** Shapes of letters that fonts have as characters of their own: 'ﬁ', and those of Arabic by place in the word. */
const PRESENTATION_FORMS = /[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]+/g

/** Marks of direction, and the stroke that lengthens an Arabic word. */
const UNSEEN = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\u0640\uFEFF]+/g
/** Characters that only their own font shows: the bullets of word processors. */
const PRIVATE = /[\uE000-\uF8FF]/g
/** The sign before a point of a list, which may be an 'o'. */
const BULLET = /^(?:[^\p{L}\p{N}«"]|o )+/u

/**
 * Returns a line as the rules for headings read it: single blanks, composed accents, Western digits, and words whose
 * letters stood apart in one piece.
 */
export function plainLine(line: string): string {
  return plainDigits(line.slice(0, LINE_AT_MOST))
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(UNSEEN, '')
    .replace(PRIVATE, '•')
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(SPACED_WORD, (letters) => letters.replace(/ /g, ''))
    .trim()
}

/** Returns a line without what marks it as a point of a list. */
export function withoutBullet(line: string): string {
  return line.replace(BULLET, '')
}

/** '(2,25pts)', '[5 pts]', 'sur 4 points', '/5 pts', '07 points', '(3 نقط)', and '/5' at the end, but not '2/8'. */
const POINTS =
  /(?:[([/] ?|(?<!\p{L})sur )?(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?) ?(?:points?|pts?|نقطة|نقاط|نقط|ن)(?!\p{L})\.? ?[)\]]?|(?<!\d ?)[([]?\/ ?(\d{1,2}(?:[.,]\d{1,2})?)[)\]]?$/giu

export type ReadPoints = {
  points: number | null
  /** The text before and after the points. */
  before: string
  after: string
}

/**
 * Finds the points that a text gives. They are null where it gives several, as for the parts of an exercise, or some
 * that the form refuses.
 * @returns null for a text without points
 */
export function readPoints(text: string): ReadPoints | null {
  const [match, other] = text.matchAll(POINTS)
  if (!match) return null
  const value = Number((match[1] ?? match[2] ?? '').replace(',', '.'))
  const before = text.slice(0, match.index)
  const isAlone = !other || !/\p{L}/u.test(before)
  const isValid = value >= QUARTER && value <= PAPER_POINTS && Number.isInteger(value / QUARTER)
  return {
    points: isAlone && isValid ? value : null,
    before,
    after: other ? '' : text.slice(match.index + match[0].length),
  }
}

/** Returns the points in a line that has nothing else. Those in the margin of a question are less than one. */
export function readPointsAlone(line: string): number | null {
  const found = readPoints(line)
  return found?.points && found.points >= 1 && !/\p{L}/u.test(found.before + found.after)
    ? found.points
    : null
}
