import { MAX_EXERCISES, PAPER_POINTS } from '../../entities/exercise.ts'
import { collectHeadings, isPartTitle, type PlacedHeading } from './heading-line.ts'
import {
  type MergedHeading,
  mergeHeadings,
  pairHeadings,
  sumPoints,
  withoutSections,
  withPartPoints,
} from './merge-headings.ts'
import { titleBelow, titleListed } from './paper-line.ts'

type FoundExercise = {
  number: number
  title: string
  points: number | null
  /** 1-based number of the page; null for an exercise that only the list on the cover names. */
  page: number | null
  correctionPage: number | null
  /** Its title, and those of its parts. */
  headings: string[]
  questions: string
}
type PaperText = readonly (readonly string[])[]

/** Characters below an entry of a list; an exercise has more. */
const LISTED_AT_MOST = 700

/** On one page, and with little between the headings. The exercises of a short paper may look the same. */
function countListed(headings: readonly PlacedHeading[]): number {
  const page = headings[0]?.page
  const end = headings.findIndex(
    (heading, index) => heading.page !== page || (headings[index - 1]?.length ?? 0) > LISTED_AT_MOST,
  )
  return end === -1 ? headings.length : end
}

/** Returns true where the text holds the list only, which names no pages: 'Le sujet comporte …', and then a scan. */
function isListOnly(headings: readonly PlacedHeading[], pages: readonly (readonly string[])[]): boolean {
  const page = headings[0]?.page ?? 0
  const lines = pages[page - 1] ?? []
  const isAll = headings.length > 1 && countListed(headings) === headings.length && page < pages.length
  return (
    isAll &&
    lines.some((line) => /(?:comporte|comprend|composé|constitué|contient).*(?:exercice|partie)/iu.test(line))
  )
}

/** The first repeated heading begins the body; 0 for a paper without a list. A running head repeats one heading. */
function findListEnd(headings: readonly PlacedHeading[]): number {
  const keyOf = ({ section, mark }: PlacedHeading) => `${section}/${mark}`
  const listed = new Set<string>()
  const end = headings.findIndex((heading) => {
    const isRepeated = listed.has(keyOf(heading))
    if (heading.kind !== 'part') listed.add(keyOf(heading))
    return isRepeated && heading.kind !== 'part'
  })
  const body = new Set(headings.slice(Math.max(end, 0)).map(keyOf))
  const isBody = 2 * [...listed].filter((key) => body.has(key)).length > listed.size
  return end > 1 && end <= countListed(headings) && isBody ? end : 0
}

/**
 * Points that differ are the body's in one way, and the list's in the other. None where the body has half of the list.
 */
function readWithList(headings: readonly PlacedHeading[], end: number): MergedHeading[][] {
  const listed = mergeHeadings(headings.slice(0, end)).map((entry) => ({
    ...entry,
    title: entry.title || titleListed(entry.below),
  }))
  const body = mergeHeadings(headings.slice(end))
  const pairs = pairHeadings(listed, body)
  if (2 * pairs.size <= listed.length) return []
  const entries = new Map([...pairs].map(([entry, heading]) => [heading, entry]))
  const merge = (heading: MergedHeading, isListFirst: boolean) => {
    const entry = entries.get(heading)
    const points = isListFirst ? (entry?.points ?? heading.points) : (heading.points ?? entry?.points ?? null)
    return { ...heading, title: heading.title || entry?.title || '', points }
  }
  return [false, true].map((isListFirst) =>
    body.every((heading) => entries.has(heading))
      ? listed.map((entry) => {
          const heading = pairs.get(entry)
          return heading ? merge(heading, isListFirst) : { ...entry, page: null, below: [] }
        })
      : body.map((heading) => merge(heading, isListFirst)),
  )
}

/**
 * Finds exercises by headings such as 'Exercice 2 : Ondes (5 points)' or 'Chimie (7 points)', and their pages in the
 * correction. Papers often begin with a list of their exercises: it tells titles and points, and the body tells pages.
 * Where the headings can be read in several ways, the sum of points decides.
 */
export function findExercises(statement: PaperText, correction: PaperText = []): FoundExercise[] {
  const headings = collectHeadings(statement)
  const readings = readHeadings(headings)
  const finer = headings.some(({ kind }) => kind === 'exercise')
    ? []
    : readHeadings(asExercises(headings, ({ section }) => section === 'physique'))
  const best =
    finer.find(comesOut) ??
    readings.find(comesOut) ??
    readHeadings(asExercises(headings, () => true)).find(comesOut) ??
    readings[0] ??
    []
  const exercises = best.slice(0, MAX_EXERCISES)
  const isUnplaced = isListOnly(headings, statement)
  const corrected = findInCorrection(exercises, correction)
  const marks = new Set(exercises.map(({ mark }) => mark))
  const areNumbered = marks.size === exercises.length && [...marks].every((mark) => /^\d/.test(mark))
  return exercises
    .map((exercise, index) => ({
      number: areNumbered ? Number(exercise.mark) : index + 1,
      title: exercise.title,
      points: exercise.points,
      page: isUnplaced ? null : exercise.page,
      correctionPage: corrected.get(exercise)?.page ?? null,
      headings: [exercise.title, ...exercise.partTitles, ...exercise.below.filter(isPartTitle)],
      questions: exercise.below.join(' '),
    }))
    .toSorted((one, other) => one.number - other.number)
}

/** The most probable way to read the headings is the first. */
function readHeadings(headings: readonly PlacedHeading[]): MergedHeading[][] {
  const read = (merged: readonly MergedHeading[]) =>
    withoutSections(merged).map((each) => ({ ...each, title: each.title || titleBelow(each.below) }))
  const listEnd = findListEnd(headings)
  const listed = countListed(headings)
  const readings = [
    ...(listEnd > 0 ? readWithList(headings, listEnd).map(read) : []),
    // A list may name the exercises otherwise than the body.
    ...(listed > 1 && listed < headings.length
      ? readWithList(headings, listed).map(read).filter(comesOut)
      : []),
    read(mergeHeadings(headings)),
    // Sections that the text does not name may each number their exercises from 1.
    read(mergeHeadings(headings, true)),
  ]
  return [...readings, ...readings.map(withPartPoints)]
}

function comesOut(reading: readonly MergedHeading[]): boolean {
  return sumPoints(reading) === PAPER_POINTS
}

function findInCorrection(exercises: readonly MergedHeading[], correction: PaperText) {
  const headings = collectHeadings(correction)
  return pairHeadings(exercises, mergeHeadings(headings.slice(findListEnd(headings))))
}

/** Returns the headings with some parts as exercises: of papers that number nothing else, and of their physics. */
function asExercises(
  headings: readonly PlacedHeading[],
  isExercise: (part: PlacedHeading) => boolean,
): PlacedHeading[] {
  return headings.map((heading) =>
    heading.kind === 'part' && isExercise(heading) ? { ...heading, kind: 'exercise' } : heading,
  )
}
