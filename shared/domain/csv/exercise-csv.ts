import type { Exercise } from '../../entities/exercise.ts'
import { parseTime, timeText } from '../documents/video-time.ts'

// The exercises of a paper in one cell: '1 | Ondes | 4,5 | ondes/1 ondes/2 | 2 | 1 | 4:30 // 2 | Pile | 3 | piles/1 | 3 | | '.

const FIELD = '|'
const EXERCISE = '//'
/** Signs with a meaning in the cell; a backslash precedes each of them in a title. */
const SIGNS = /[\\|/]/g

/** Returns the cell of a list of exercises, or an empty one. */
export function writeExercises(exercises: readonly Exercise[]): string {
  return exercises.map(writeExercise).join(` ${EXERCISE} `)
}

function writeExercise(exercise: Exercise): string {
  const { number, title, points, chapters, page, correctionPage, videoSeconds } = exercise
  return [
    number,
    title.replace(SIGNS, '\\$&'),
    String(points).replace('.', ','),
    chapters.map(({ theme, chapter }) => `${theme}/${chapter}`).join(' '),
    page ?? '',
    correctionPage ?? '',
    videoSeconds === null ? '' : timeText(videoSeconds),
  ].join(` ${FIELD} `)
}

/** Parses a cell for the schema of exercises to check. An unreadable field becomes NaN or an unknown chapter. */
export function readExercises(cell: string): unknown[] {
  if (cell.trim() === '') return []
  return splitCell(cell).map((fields) => {
    const [number = '', title = '', points = '', chapters = '', page = '', correctionPage = '', time = ''] =
      fields
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
    }
  })
}

/**
 * Returns the fields of each exercise, without the backslashes. The slashes of a chapter's address do not end an
 * exercise.
 */
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
  return /^\d{1,6}(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
