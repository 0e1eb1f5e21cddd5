import { themeDefinitions } from '#shared/catalogue/curriculum.ts'
import { EXAM_SESSIONS, tracks } from '#shared/catalogue/tracks.ts'
import { importMessages as texts } from '#shared/domain/csv/import-messages.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { resourceChoiceLabels } from '#shared/entities/resource.ts'

/** The columns with a few possible values: the label of each value. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  track: Object.fromEntries(tracks.map(({ code, label }) => [code, label])),
  theme: Object.fromEntries(themeDefinitions.map(({ slug, title }) => [slug, title])),
  session: Object.fromEntries(EXAM_SESSIONS.map((session) => [session, session])),
  ...resourceChoiceLabels,
}

/**
 * Returns the stored value for the word in a cell, whatever its case and accents: the value, its label, or a track's
 * slug. Any other text stays as it is, and the schema refuses it.
 */
export function readChoice(column: string, cell: string): string {
  const isWord = (text: string) => foldText(text) === foldText(cell)
  const track = column === 'track' && tracks.find(({ slug }) => isWord(slug))
  if (track) return track.code
  return Object.entries(choices[column] ?? {}).find((words) => words.some(isWord))?.[0] ?? cell
}

/** Sentences that list the choices of a column. The form has its own sentences for track and session. */
export const choiceMessages = Object.fromEntries(
  ['theme', ...Object.keys(resourceChoiceLabels)].map((column) => [
    column,
    texts.choices(Object.values(choices[column] ?? {})),
  ]),
)
