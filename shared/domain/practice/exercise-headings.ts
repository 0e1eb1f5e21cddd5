import { MAX_EXERCISES, MAX_TITLE_LENGTH, QUARTER } from '../../entities/exercise.ts'

/** An exercise as the text of a paper announces it; what its heading does not say is null. */
export type FoundExercise = {
  number: number
  title: string
  points: number | null
  /** 1-based; null: only the list at the paper's beginning names it. */
  page: number | null
  /** The lines below the heading. */
  questions: string
}

/** A line below a heading that is longer belongs to the questions. */
const TITLE_LINE_AT_MOST = 90

type Heading = {
  /** `part`: chemistry or physics, which may contain exercises. `section`: a part of an exercise. */
  kind: 'exercise' | 'part' | 'section'
  /** The same wherever a paper names it: chemistry and physics may number their exercises each from 1. */
  key: string
  /** As printed; null for parts. */
  number: number | null
  title: string
  points: number | null
  page: number
  lines: string[]
}

const ORDINALS = ['premi', 'deuxi', 'troisi', 'quatri', 'cinqui', 'sixi', 'septi', 'huiti']
const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
const COUNTED = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit']
const NUMBER = '(\\d{1,2}|[ivx]{1,4}|un|deux|trois|quatre|cinq|six|sept|huit)'
const ORDINAL =
  '(?:(premi|deuxi|troisi|quatri|cinqui|sixi|septi|huiti)(?:[eè]re?|[eè]me)|([1-8])\\s?(?:er|[eè]re|e|[eè]me))'
const BULLET = '^[\\s\\-–—•*►▪■➢❖]*'

const EXERCISE = new RegExp(
  `${BULLET}(?:exercice|probl[eè]me)s?\\s*(?:n\\s?[°ºo]\\s?|num[eé]ro\\s)?\\s*${NUMBER}(?![\\p{L}\\d])`,
  'iu',
)
const ORDINAL_EXERCISE = new RegExp(`${BULLET}${ORDINAL}\\s+(?:exercice|probl[eè]me)(?!\\p{L})`, 'iu')
const PART = new RegExp(
  `${BULLET}(chimie|physique)(?:\\s+([1-9ivx]{1,3})(?!\\d|\\s*(?:[,.]\\d|points?|pts?)))?(?!\\p{L})`,
  'iu',
)
const SECTION = new RegExp(
  `${BULLET}(?:${ORDINAL}\\s+partie|partie\\s+(?:[1-9ivx]{1,4}|[a-f]))(?![\\p{L}\\d])`,
  'iu',
)
const POINTS = /[([]?\s*(?:sur\s+)?(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:points?|pts?|pt)\.?(?!\p{L})\s*[)\]]?/iu
const CONTINUED = /\bsuite\b/i
/** What stands between a heading's parts. */
const EDGES = /^[\s:;.,\-–—|/_]+|[\s:;,\-–—|/_]+$/gu

/** Finds the exercises of a paper in its text: the lines of each page. None where it has no headings, as in a scan. */
export function findExercises(pages: readonly (readonly string[])[]): FoundExercise[] {
  const headings = readHeadings(pages)
  const { listed, body } = splitList(headings.filter(({ kind }) => kind !== 'section'))
  const found = withoutContainers(body.length > 0 ? body : listed)
  const kept = found.filter((heading, index) => found.findIndex(({ key }) => key === heading.key) === index)
  const areNumbered = kept.every(
    ({ number }, index) =>
      number !== null &&
      number >= 1 &&
      number <= MAX_EXERCISES &&
      kept.findIndex((other) => other.number === number) === index,
  )
  return kept.slice(0, MAX_EXERCISES).map((heading, index) => {
    const announced = listed.find(({ key }) => key === heading.key)
    const number = areNumbered && heading.number !== null ? heading.number : index + 1
    return {
      number,
      title: heading.title || announced?.title || `Exercice ${number}`,
      points: heading.points ?? announced?.points ?? sumOfSections(headings, heading),
      page: body.length > 0 ? heading.page : null,
      questions: heading.lines.join(' '),
    }
  })
}

/** Headings in the order of the pages, each with the lines up to the next one. */
function readHeadings(pages: readonly (readonly string[])[]): Heading[] {
  const headings: Heading[] = []
  let part = ''
  for (const [index, lines] of pages.entries())
    for (const line of lines) {
      const current = headings.at(-1)
      const heading = readHeading(line, index + 1, part)
      if (heading?.kind === 'part') part = heading.key
      if (heading) headings.push(heading)
      else if (current) addLine(current, line)
    }
  // The questions of a section are those of its exercise, too.
  let exercise: Heading | undefined
  for (const heading of headings)
    if (heading.kind !== 'section') exercise = heading
    else exercise?.lines.push(...heading.lines)
  return headings
}

/** A heading may go on in the next lines: with its points, with its title. */
function addLine(heading: Heading, line: string): void {
  const isNext = heading.lines.length === 0
  if (isNext && (heading.title === '' || heading.points === null)) {
    const { title, points } = readTitle(line)
    const isPoints = points !== null && title === ''
    const isTitle = heading.title === '' && isTitleLine(line) && (heading.points === null || points === null)
    if (heading.points === null && (isPoints || (isTitle && points !== null))) heading.points = points
    if (isTitle && title !== '') heading.title = title
    if (isPoints || (isTitle && title !== '')) return
  }
  heading.lines.push(line)
}

/** 'Ondes mécaniques' and not '1. Définir une onde.' */
function isTitleLine(line: string): boolean {
  return line.length <= TITLE_LINE_AT_MOST && /^[\s:\-–]*\p{Lu}/u.test(line) && !/[.?;]\s*$/.test(line)
}

/** @param part the key of the part that it belongs to */
function readHeading(line: string, page: number, part: string): Heading | null {
  if (CONTINUED.test(line)) return null
  for (const [kind, pattern] of [
    ['exercise', EXERCISE],
    ['exercise', ORDINAL_EXERCISE],
    ['section', SECTION],
    ['part', PART],
  ] as const) {
    const match = pattern.exec(line)
    if (!match) continue
    const rest = line.slice(match[0].length)
    const { title, points } = readTitle(rest)
    // 'Exercice 2 est indépendant', 'Chimie organique et environnement': a sentence or other words, no heading.
    if (points === null && /^\s*[\p{Ll}\d,]/u.test(rest)) return null
    if (kind === 'part' && points === null && rest.replace(EDGES, '') !== '') return null
    const name = match[0].replace(EDGES, '')
    const number = kind === 'exercise' ? toNumber(match) : null
    return {
      kind,
      key: kind === 'exercise' ? `${part}/${number}` : name.toLowerCase(),
      number,
      title: kind === 'part' ? title || capitalise(name) : title,
      points,
      page,
      lines: [],
    }
  }
  return null
}

/** Separates the points of a heading from its title. */
function readTitle(text: string): { title: string; points: number | null } {
  const match = POINTS.exec(text)
  const value = match ? Number((match[1] ?? '').replace(',', '.')) : Number.NaN
  const points = value >= QUARTER && value <= 20 && Number.isInteger(value / QUARTER) ? value : null
  const before = match ? text.slice(0, match.index) : text
  const after = match ? text.slice(match.index + match[0].length) : ''
  // 'Exercice 2 (5 points) : Ondes', 'Exercice 2 : Ondes (5 points)', and what follows a title is a sentence.
  const title = clean(before) || clean(after)
  return { title, points }
}

function clean(text: string): string {
  const title = text
    .replace(EDGES, '')
    .replace(/[([]\s*[)\]]?$/, '')
    .replace(EDGES, '')
  return title.length > MAX_TITLE_LENGTH ? title.slice(0, MAX_TITLE_LENGTH).replace(/\s+\S*$/, '') : title
}

function capitalise(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}

function toNumber(match: RegExpExecArray): number {
  const [, word = '', digit] = match
  const text = word.toLowerCase()
  if (digit !== undefined) return Number(digit)
  if (/^\d+$/.test(text)) return Number(text)
  for (const words of [NUMERALS, COUNTED, ORDINALS]) if (words.includes(text)) return words.indexOf(text) + 1
  return 0
}

/**
 * Papers often begin with a list of their exercises: it ends where its first entry comes again. Where numbers begin again
 * in the next part, chemistry after physics, there is no list.
 */
function splitList(headings: readonly Heading[]): { listed: Heading[]; body: Heading[] } {
  const [first] = headings
  const again = first ? headings.findIndex(({ key }, index) => index > 0 && key === first.key) : -1
  const listed = headings.slice(0, Math.max(again, 0))
  const isList =
    listed.length > 1 &&
    listed.every(({ page }) => page === first?.page) &&
    listed.every(({ lines }) => lines.length <= 2)
  return isList ? { listed, body: headings.slice(again) } : { listed: [], body: [...headings] }
}

/** Without parts that only contain exercises: 'Physique (13 points)' before 'Exercice 1'. */
function withoutContainers(headings: readonly Heading[]): Heading[] {
  return headings.filter(({ kind }, index) => kind !== 'part' || headings[index + 1]?.kind !== 'exercise')
}

/** The points of an exercise whose heading names none, by those of its sections; null where some have none either. */
function sumOfSections(headings: readonly Heading[], heading: Heading): number | null {
  const after = headings.slice(headings.indexOf(heading) + 1)
  const end = after.findIndex(({ kind }) => kind !== 'section')
  const sections = end < 0 ? after : after.slice(0, end)
  const sum = sections.reduce((points, each) => points + (each.points ?? Number.NaN), 0)
  return sum > 0 && sum <= 20 ? sum : null
}
