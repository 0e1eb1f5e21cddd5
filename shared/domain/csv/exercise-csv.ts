import type { ManagedExercise } from '../../entities/exercise.ts'
import { MAX_HINTS } from '../../entities/exercise-help.ts'
import { plainDigits } from '../../entities/plain-digits.ts'
import { answerText, parseAnswer, parseTime, timeText } from '../practice/answer-text.ts'

// The exercises of a paper in one cell: '1 | Ondes | 4,5 | ondes/1 ondes/2 | 2 | 1 | 4:30 // 2 | Pile | 3 | piles/1 | 3 | | '.
// Three hints and the final answer may follow: '… | 4:30 | Pensez à la diffraction. |  |  | 0,1 mol\/L ± 5 %'.

const FIELD = '|'
const EXERCISE = '//'
const HELP_FROM = 7
/** Signs with a meaning in the cell; a backslash precedes each of them in a text. */
const SIGNS = /[\\|/]/g

export function writeExercises(exercises: readonly ManagedExercise[]): string {
  return exercises.map(writeExercise).join(` ${EXERCISE} `)
}

function writeExercise(exercise: ManagedExercise): string {
  const { number, title, points, chapters, page, correctionPage, videoSeconds, hints, answer } = exercise
  const help = hints || answer ? [...hintFields(hints), answer ? answerText(answer) : ''] : []
  return [
    number,
    escaped(title),
    String(points).replace('.', ','),
    chapters.map(({ theme, chapter }) => `${theme}/${chapter}`).join(' '),
    page ?? '',
    correctionPage ?? '',
    videoSeconds === null ? '' : timeText(videoSeconds),
    ...help.map(escaped),
  ].join(` ${FIELD} `)
}

function hintFields(hints: readonly string[] = []): string[] {
  return Array.from({ length: MAX_HINTS }, (_, at) => hints[at] ?? '')
}

function escaped(text: string): string {
  return text.replace(SIGNS, '\\$&')
}

/** Parses a cell for the schema of exercises to check. An unreadable field becomes NaN or an unknown chapter. */
export function readExercises(cell: string): unknown[] {
  if (cell.trim() === '') return []
  return splitCell(cell).map((fields) => {
    const [number = '', title = '', points = '', chapters = '', page = '', correctionPage = '', time = ''] =
      fields
    const hints = fields.slice(HELP_FROM, HELP_FROM + MAX_HINTS).filter((hint) => hint !== '')
    const answer = parseAnswer(fields[HELP_FROM + MAX_HINTS] ?? '')
    return {
      number: readNumber(number) ?? Number.NaN,
      title,
      points: readNumber(points) ?? Number.NaN,
      chapters: chapters
        .split(/[\s,+]+/)
        .filter(Boolean)
        .map((each) => {
          const [theme = '', chapter = ''] = each.split('/')
          return { theme, chapter: readNumber(chapter) ?? Number.NaN }
        }),
      page: readNumber(page),
      correctionPage: readNumber(correctionPage),
      videoSeconds: parseTime(time),
      ...(hints.length > 0 && { hints }),
      ...(answer !== undefined && { answer }),
    }
  })
}

/** The slashes of a chapter's address do not end an exercise. */
function splitCell(cell: string): string[][] {
  const exercises: string[][] = [['']]
  for (const [token] of cell.matchAll(/\\[\\|/]|\/\/|\||[^\\|/]+|./gsu)) {
    const fields = exercises.at(-1) as string[]
    if (token === EXERCISE) exercises.push([''])
    else if (token === FIELD) fields.push('')
    else fields[fields.length - 1] += /^\\[\\|/]$/.test(token) ? token.slice(1) : token
  }
  return exercises.map((fields) => fields.map((field) => field.trim()))
}

/** Parses '4,5' to 4.5; null for an empty field, NaN for any other text. */
function readNumber(text: string): number | null {
  if (text === '') return null
  const typed = plainDigits(text)
  return /^\d{1,6}(?:[.,]\d{1,3})?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
}
