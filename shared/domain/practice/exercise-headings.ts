import { MAX_EXERCISES, PAPER_POINTS } from '../../entities/exercise.ts'
import { collectHeadings, type PlacedHeading } from './collect-headings.ts'
import { countListed, findListEnd, isListOnly, readWithList } from './cover-list.ts'
import { titleBelow } from './exercise-titles.ts'
import { isPartTitle } from './heading-line.ts'
import {
  type MergedHeading,
  mergeHeadings,
  pairHeadings,
  sumPoints,
  withoutSections,
  withPartPoints,
} from './merge-headings.ts'

/** An exercise found in the text of a paper; what its headings lack is null, and its title empty. */
type FoundExercise = {
  number: number
  title: string
  points: number | null
  /** 1-based number of the page; null for an exercise that only the list on the cover names. */
  page: number | null
  correctionPage: number | null
  /** Its title, and those of its parts. */
  headings: string[]
  /** The lines below the headings. */
  questions: string
}
/** The lines of each page. */
type PaperText = readonly (readonly string[])[]

/**
 * Finds the exercises of a paper by headings such as 'Exercice 2 : Ondes (5 points)' or 'Chimie (7 points)', and their
 * pages in its correction. Papers often begin with a list of their exercises: it tells titles and points, and the body
 * tells pages. Where the headings can be read in several ways, the sum of points decides. A scan has no text, so that
 * nothing is found.
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

/** Returns the ways to read the headings of a paper, the most probable first. */
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
