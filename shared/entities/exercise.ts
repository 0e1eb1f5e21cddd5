import * as v from 'valibot'
import { THEME_SLUGS } from '../catalogue/tracks.ts'
import { helpFields } from './exercise-help.ts'
import { requiredText, validationMessages as texts, wholeNumber } from './fields.ts'

/** Points are given in quarters. */
export const QUARTER = 0.25
export const MAX_EXERCISES = 12
export const MAX_TITLE_LENGTH = 120
export const PAPER_POINTS = 20
const POINTS = 'Les points vont de 0,25 à 20, par quart de point'
const NUMBER = `Le numéro doit être compris entre 1 et ${MAX_EXERCISES}`

const PageNumber = v.nullable(wholeNumber(1, 500, 'La page doit être comprise entre 1 et 500'))

/** A chapter by its 1-based number in the theme, as in addresses of pages. */
export const ChapterNumber = v.object({
  theme: v.picklist(THEME_SLUGS, texts.choice),
  chapter: wholeNumber(1, 99, texts.chapter),
})
export type ChapterNumber = v.InferOutput<typeof ChapterNumber>

const listedFields = {
  number: wholeNumber(1, MAX_EXERCISES, NUMBER),
  title: requiredText(MAX_TITLE_LENGTH),
  points: v.pipe(
    v.number(POINTS),
    v.minValue(QUARTER, POINTS),
    v.maxValue(PAPER_POINTS, POINTS),
    v.check((points) => Number.isInteger(points / QUARTER), POINTS),
  ),
  chapters: v.pipe(v.array(ChapterNumber), v.maxLength(6, 'Un exercice a 6 chapitres au plus')),
  page: PageNumber,
  correctionPage: PageNumber,
  videoSeconds: v.nullable(wholeNumber(0, 36_000, "L'instant doit être compris entre 0 et 36 000 secondes")),
}

export const Exercise = v.object({
  ...listedFields,
  /** True where the owner wrote hints or a final answer. */
  hasHelp: v.optional(v.literal(true)),
})
export type Exercise = v.InferOutput<typeof Exercise>

export const ManagedExercise = v.object({ ...listedFields, ...helpFields })
export type ManagedExercise = v.InferOutput<typeof ManagedExercise>

export const ExerciseHelp = v.object({ number: listedFields.number, ...helpFields })
export type ExerciseHelp = v.InferOutput<typeof ExerciseHelp>

export function publicExercise({ hints, answer, ...exercise }: ManagedExercise): Exercise {
  return hints || answer ? { ...exercise, hasHelp: true } : exercise
}

export function helpOf(exercises: readonly ManagedExercise[]): ExerciseHelp[] {
  return exercises.flatMap(({ number, hints, answer }) =>
    hints || answer ? [{ number, ...(hints && { hints }), ...(answer && { answer }) }] : [],
  )
}

/** The exercises of a paper, each number once, in the order of their numbers. */
export const Exercises = v.pipe(
  v.array(ManagedExercise, texts.invalid),
  v.maxLength(MAX_EXERCISES, `Un sujet a ${MAX_EXERCISES} exercices au plus`),
  v.check(
    (exercises) => new Set(exercises.map(({ number }) => number)).size === exercises.length,
    'Deux exercices portent le même numéro',
  ),
  v.transform((exercises) => exercises.toSorted((one, other) => one.number - other.number)),
)

/** An exercise found in the text of a paper, for the owner to check. Its points may be unknown, and its title empty. */
export const ProposedExercise = v.object({
  ...v.omit(Exercise, ['title', 'points', 'hasHelp']).entries,
  title: v.pipe(v.string(), v.maxLength(MAX_TITLE_LENGTH)),
  points: v.nullable(Exercise.entries.points),
})
export type ProposedExercise = v.InferOutput<typeof ProposedExercise>
