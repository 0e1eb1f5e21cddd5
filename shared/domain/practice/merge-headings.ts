import { MAX_EXERCISES, PAPER_POINTS, QUARTER } from '../../entities/exercise.ts'
import type { PlacedHeading } from './heading-line.ts'

export type MergedHeading = Omit<PlacedHeading, 'page' | 'length'> & {
  /** Null for one that only the list on the cover names. */
  page: number | null
  partPoints: number
  partTitles: string[]
}

/** More headings are no paper: this limits the work for any text. */
const HEADINGS_AT_MOST = 3 * MAX_EXERCISES

/**
 * The first heading of an exercise tells the page: others are running heads, or name it again. Parts count to what
 * stands before them. `areRepeatsApart`: a number that comes again with other points is another exercise.
 */
export function mergeHeadings(headings: readonly PlacedHeading[], areRepeatsApart = false): MergedHeading[] {
  const merged = new Map<string, MergedHeading>()
  let current: MergedHeading | undefined
  for (const heading of headings) {
    const { kind, section, mark, points } = heading
    if (kind === 'part') {
      if (current) {
        current.partPoints += points ?? 0
        current.partTitles.push(heading.title)
        current.below.push(...heading.below)
      }
      continue
    }
    const key = [section, mark, ...(areRepeatsApart ? [points] : [])].join('/')
    current = merged.get(key)
    if (current) {
      current.title ||= heading.title
      current.points ??= points
      current.below.push(...heading.below)
    } else if (merged.size < HEADINGS_AT_MOST) {
      const { length: _length, ...kept } = heading
      current = { ...kept, below: [...heading.below], partPoints: 0, partTitles: [] }
      merged.set(key, current)
    }
  }
  return [...merged.values()]
}

/** A section is an exercise where it has no numbered ones, or where its points are just those that they lack. */
export function withoutSections(headings: readonly MergedHeading[]): MergedHeading[] {
  const numbered = headings.filter(({ mark }) => mark !== '')
  const missing = PAPER_POINTS - sumPoints(numbered)
  const isMissingKnown = numbered.every(({ points }) => points !== null)
  const parents = new Set(numbered.map(({ section }) => section))
  return headings.filter(({ mark, section, points, partPoints }) => {
    if (mark !== '') return true
    if (isMissingKnown && points === missing) return true
    const isKnown = points !== null || partPoints > 0 || numbered.length > 0
    return missing > 0 && isKnown && !parents.has(section)
  })
}

/** Takes the sum of its parts for the points of an exercise that has none of its own. */
export function withPartPoints(headings: readonly MergedHeading[]): MergedHeading[] {
  return headings.map((heading) => {
    const { points, partPoints } = heading
    const isSum = partPoints > 0 && partPoints <= PAPER_POINTS && Number.isInteger(partPoints / QUARTER)
    return { ...heading, points: points ?? (isSum ? partPoints : null) }
  })
}

/** Returns the sum of the known points. Of 'Exercice A' and 'Exercice B' beside numbered ones, a student chooses one. */
export function sumPoints(headings: readonly Pick<MergedHeading, 'mark' | 'points'>[]): number {
  const isChoice = ({ mark }: { mark: string }) => /^[A-H]$/.test(mark)
  const sum = (some: typeof headings) => some.reduce((total, { points }) => total + (points ?? 0), 0)
  const choices = headings.filter(isChoice)
  if (choices.length === headings.length) return sum(headings)
  return (
    sum(headings.filter((each) => !isChoice(each))) + Math.max(0, ...choices.map(({ points }) => points ?? 0))
  )
}

/** By section and number; by order where none has its like; else by a number that occurs once. */
export function pairHeadings<Wanted extends MergedHeading>(
  wanted: readonly Wanted[],
  found: readonly MergedHeading[],
): Map<Wanted, MergedHeading> {
  const pairs = new Map<Wanted, MergedHeading>()
  for (const each of wanted) {
    const like = found.find(({ section, mark }) => section === each.section && mark === each.mark)
    if (like) pairs.set(each, like)
  }
  if (pairs.size === wanted.length) return pairs
  const exercises = withoutParents(found)
  if (pairs.size === 0 && exercises.length === wanted.length)
    return new Map(wanted.map((each, index) => [each, exercises[index] ?? each]))
  // 'Exercice 1' of a text that numbers through is not the first of physics.
  if (pairs.size === 0 && wanted.some(({ mark }) => mark === '')) return pairs
  for (const each of wanted) {
    const [like, other] = exercises.filter(({ mark }) => mark !== '' && mark === each.mark)
    const isOnlyOne = wanted.filter(({ mark }) => mark === each.mark).length === 1
    if (!pairs.has(each) && like && !other && isOnlyOne) pairs.set(each, like)
  }
  return pairs
}

function withoutParents(headings: readonly MergedHeading[]): MergedHeading[] {
  return headings.filter(
    ({ mark, section }) =>
      mark !== '' || !headings.some((other) => other.mark !== '' && other.section === section),
  )
}
