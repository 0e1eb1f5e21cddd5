import { MAX_EXERCISES, MAX_TITLE_LENGTH, QUARTER } from '../../entities/exercise.ts'

/** An exercise found in the text of a paper; fields that its heading lacks are null. */
type FoundExercise = {
  number: number
  title: string
  points: number | null
  /** 1-based number of the page. */
  page: number
  /** The lines below the heading. */
  questions: string
}

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
const EXERCISE = /^[\s\-–—•]*exercice\s*(?:n\s?[°o]\s?)?(\d{1,2}|[ivx]{1,4})(?![\p{L}\d])/iu
const PART = /^[\s\-–—•]*(chimie|physique)(?!\p{L})/iu
const POINTS = /[([]?\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:points?|pts?)(?!\p{L})\s*[)\]]?/iu
/** Characters between the parts of a heading. */
const EDGES = /^[\s:;.,\-–—|/_]+|[\s:;,\-–—|/_]+$/gu

/**
 * Finds headings such as 'Exercice 2 : Ondes (5 points)' in the lines of each page, with a title before or after the
 * points, or alone in the next line. Papers often begin with a list of their exercises, so that the last heading of an
 * exercise counts. A scan has no text, so that nothing is found.
 */
export function findExercises(pages: readonly (readonly string[])[]): FoundExercise[] {
  const found = new Map<string, FoundExercise>()
  let part = ''
  let current: FoundExercise | undefined
  for (const [index, lines] of pages.entries())
    for (const line of lines) {
      const heading = readHeading(line)
      if (heading) {
        const key = `${part}/${heading.number}`
        const before = found.get(key)
        current = {
          ...heading,
          title: heading.title || before?.title || '',
          points: heading.points ?? before?.points ?? null,
          page: index + 1,
          questions: '',
        }
        found.set(key, current)
        continue
      }
      // Chemistry and physics may each number their exercises from 1.
      const [, name] = POINTS.test(line) ? (PART.exec(line) ?? []) : []
      if (name) part = name.toLowerCase()
      else if (current?.title === '' && isTitleLine(line)) Object.assign(current, mergeTitle(current, line))
      else if (current) current.questions = `${current.questions} ${line}`.trim()
    }
  const exercises = [...found.values()].slice(0, MAX_EXERCISES)
  const areNumbered = new Set(exercises.map(({ number }) => number)).size === exercises.length
  return exercises.map((exercise, index) => {
    const number = areNumbered ? exercise.number : index + 1
    return { ...exercise, number, title: exercise.title || `Exercice ${number}` }
  })
}

function readHeading(line: string): Pick<FoundExercise, 'number' | 'title' | 'points'> | null {
  const match = EXERCISE.exec(line)
  if (!match || /\bsuite\b/i.test(line)) return null
  const [heading, text = ''] = match
  const number = /^\d/.test(text) ? Number(text) : NUMERALS.indexOf(text.toLowerCase()) + 1
  const rest = line.slice(heading.length)
  const { title, points } = readTitle(rest)
  // 'Exercice 2 est indépendant' is a sentence.
  if (number < 1 || number > MAX_EXERCISES || (points === null && /^\s*[\p{Ll}\d,]/u.test(rest))) return null
  return { number, title, points }
}

/** Separates the points of a heading from its title. */
function readTitle(text: string): Pick<FoundExercise, 'title' | 'points'> {
  const match = POINTS.exec(text)
  const value = Number((match?.[1] ?? '').replace(',', '.'))
  const points = value >= QUARTER && value <= 20 && Number.isInteger(value / QUARTER) ? value : null
  const [before, after] = match ? text.split(match[0], 2) : [text]
  return { title: clean(before) || clean(after), points }
}

function clean(text = ''): string {
  return text.replace(EDGES, '').slice(0, MAX_TITLE_LENGTH).trim()
}

/** Returns true for 'Ondes mécaniques', but not for '1. Définir une onde.' */
function isTitleLine(line: string): boolean {
  return line.length <= 90 && /^\p{Lu}/u.test(line) && !/[.?;]\s*$/.test(line)
}

function mergeTitle(exercise: FoundExercise, line: string): Partial<FoundExercise> {
  const { title, points } = readTitle(line)
  return { title, points: exercise.points ?? points }
}
