import * as v from 'valibot'
import { answerText, parseAnswer, parseTime, timeText } from '#shared/domain/practice/answer-text.ts'
import { Exercises, type ManagedExercise, type ProposedExercise } from '#shared/entities/exercise.ts'
import { MAX_HINTS } from '#shared/entities/exercise-help.ts'
import { plainDigits } from '#shared/entities/plain-digits.ts'
import { decimalText } from '#web/lib/format.ts'

/** A row of the form: the typed texts. Its number is its place. */
export type DraftExercise = {
  /** Stays with the row when it is moved. */
  key: string
  title: string
  points: string
  chapters: ManagedExercise['chapters']
  page: string
  correctionPage: string
  videoTime: string
  /** One text for each hint that an exercise may have. */
  hints: readonly string[]
  answer: string
}
type DraftField = Exclude<keyof DraftExercise, 'key'>

/** The first error of each field by `<row>.<field>`; the list's own by ''. */
export type DraftFaults = Readonly<Record<string, string>>

/** The sentences about fields whose text has a form of its own. */
const OWN_SENTENCES: Readonly<Record<string, string>> = {
  videoTime: "Écrivez l'instant en minutes et secondes, comme 4:30",
  answer:
    'Écrivez un nombre, comme 0,1\u00a0mol/L ± 5\u00a0%, ou de 2 à 5 propositions, une par ligne, avec une étoile devant la bonne',
}

/** The form's names for fields that the server names otherwise. */
const FIELD_NAMES: Readonly<Record<string, DraftField>> = { videoSeconds: 'videoTime' }

type KnownExercise = Partial<ProposedExercise & Pick<ManagedExercise, 'hints' | 'answer'>>

export function createRow(exercise?: KnownExercise): DraftExercise {
  const { title = '', points = null, chapters = [], page = null } = exercise ?? {}
  const { correctionPage = null, videoSeconds = null, hints = [], answer } = exercise ?? {}
  return {
    key: crypto.randomUUID(),
    title,
    points: numberText(points),
    chapters,
    page: numberText(page),
    correctionPage: numberText(correctionPage),
    videoTime: videoSeconds === null ? '' : timeText(videoSeconds),
    hints: Array.from({ length: MAX_HINTS }, (_, at) => hints[at] ?? ''),
    answer: answer ? answerText(answer, '\n') : '',
  }
}

function numberText(value: number | null): string {
  return value === null ? '' : decimalText(value)
}

/** '4,5' → 4.5; null for an empty field, NaN for what is no number. */
function parseNumber(text: string): number | null {
  const trimmed = plainDigits(text.trim())
  if (trimmed === '') return null
  return /^\d{1,3}(?:[.,]\d{1,3})?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN
}

/** Converts the form to the route's input; numbers that cannot be read are NaN. */
function toInput(rows: readonly DraftExercise[]) {
  return rows.map(({ title, points, chapters, page, correctionPage, videoTime, hints, answer }, index) => {
    const given = hints.map((hint) => hint.trim()).filter((hint) => hint !== '')
    const parsed = parseAnswer(answer)
    return {
      number: index + 1,
      title: title.trim(),
      points: parseNumber(points),
      chapters,
      page: parseNumber(page),
      correctionPage: parseNumber(correctionPage),
      videoSeconds: parseTime(videoTime),
      ...(given.length > 0 && { hints: given }),
      ...(parsed !== undefined && { answer: parsed }),
    }
  })
}

export function checkDraft(
  rows: readonly DraftExercise[],
): { ok: true; exercises: ManagedExercise[] } | { ok: false; faults: DraftFaults } {
  const result = v.safeParse(Exercises, toInput(rows))
  if (result.success) return { ok: true, exercises: result.output }
  const faults: Record<string, string> = {}
  for (const issue of result.issues) {
    const [row, name = ''] = (v.getDotPath(issue) ?? '').split('.')
    const field = FIELD_NAMES[name] ?? name
    const path = row ? `${row}.${field}` : ''
    faults[path] ??= OWN_SENTENCES[field] ?? issue.message
  }
  return { ok: false, faults }
}

export function isStored(rows: readonly DraftExercise[], stored: readonly ManagedExercise[]): boolean {
  return JSON.stringify(toInput(rows)) === JSON.stringify(toInput(stored.map(createRow)))
}

export function sumPoints(rows: readonly Pick<DraftExercise, 'points'>[]): number {
  return rows.reduce((sum, { points }) => sum + (parseNumber(points) || 0), 0)
}

export function moveRow(rows: readonly DraftExercise[], from: number, by: 1 | -1): DraftExercise[] {
  const moved = [...rows]
  const [row] = moved.splice(from, 1)
  if (row) moved.splice(from + by, 0, row)
  return moved
}
