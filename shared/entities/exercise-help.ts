import * as v from 'valibot'
import { freeText, requiredText, validationMessages as texts, wholeNumber } from './fields.ts'

export const MAX_HINTS = 3
export const MAX_HINT_LENGTH = 300
const MAX_UNIT_LENGTH = 30
const MAX_CHOICES = 5
const MAX_CHOICE_LENGTH = 120
const CHOICES = `Une question à choix a de 2 à ${MAX_CHOICES} propositions`
const RIGHT_CHOICE = 'Indiquez la bonne proposition'
const TOLERANCE = 'La tolérance va de 0 à 50 %'

/** DynamoDB stores zero, and numbers of this size. */
const isStorable = (value: number) => value === 0 || (Math.abs(value) >= 1e-130 && Math.abs(value) < 1e126)

/** The final answer of an exercise, which a student may check before opening the correction. */
export const FinalAnswer = v.variant('kind', [
  v.object({
    kind: v.literal('number'),
    value: v.pipe(v.number(texts.invalid), v.check(isStorable, texts.invalid)),
    /** The unit of `value`, such as 'mol/L'; empty without one. */
    unit: freeText(MAX_UNIT_LENGTH),
    /** Percent of `value`. */
    tolerance: v.pipe(
      v.number(TOLERANCE),
      v.check(isStorable, TOLERANCE),
      v.minValue(0, TOLERANCE),
      v.maxValue(50, TOLERANCE),
    ),
  }),
  v.pipe(
    v.object({
      kind: v.literal('choice'),
      choices: v.pipe(
        v.array(requiredText(MAX_CHOICE_LENGTH), CHOICES),
        v.minLength(2, CHOICES),
        v.maxLength(MAX_CHOICES, CHOICES),
      ),
      /** The position of the right choice, from 0. */
      right: wholeNumber(0, MAX_CHOICES - 1, RIGHT_CHOICE),
    }),
    v.forward(
      v.check(({ choices, right }) => right < choices.length, RIGHT_CHOICE),
      ['right'],
    ),
  ),
])
export type FinalAnswer = v.InferOutput<typeof FinalAnswer>

/** They come with the right to the correction, and are in no public answer and no page. */
export const helpFields = {
  hints: v.optional(
    v.pipe(
      v.array(requiredText(MAX_HINT_LENGTH), texts.invalid),
      v.minLength(1, texts.required),
      v.maxLength(MAX_HINTS, `Un exercice a ${MAX_HINTS} indices au plus`),
    ),
  ),
  answer: v.optional(FinalAnswer),
}
