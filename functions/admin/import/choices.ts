import { themeDefinitions } from '#shared/catalogue/curriculum.ts'
import { fileTypeLabels, resourceTypeLabels } from '#shared/catalogue/document-labels.ts'
import { EXAM_SESSIONS, tracks } from '#shared/catalogue/tracks.ts'
import { importMessages as texts } from '#shared/domain/csv/import-messages.ts'
import { foldText } from '#shared/domain/fold-text.ts'

/** A stored value and its words. The last word is the site's own. */
type Choice = { value: string; words: readonly string[] }

/** The columns with a few possible values. */
const choices: Partial<Record<string, readonly Choice[]>> = {
  track: tracks.map(({ code, slug, label }) => ({ value: code, words: [code, slug, label] })),
  theme: themeDefinitions.map(({ slug, title }) => ({ value: slug, words: [slug, title] })),
  session: EXAM_SESSIONS.map((session) => ({ value: session, words: [session] })),
  resourceType: labelled(resourceTypeLabels),
  type: labelled(fileTypeLabels),
}

function labelled(labels: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, words: [value, label] }))
}

/**
 * Returns the stored value for the word in a cell, whatever its case and accents. Any other text stays as it is, and
 * the schema refuses it.
 */
export function readChoice(column: string, cell: string): string {
  const word = foldText(cell)
  return choices[column]?.find(({ words }) => words.some((each) => foldText(each) === word))?.value ?? cell
}

/** Sentences that list the choices of a column. The form has its own sentences for track and session. */
export const choiceMessages = {
  theme: namedChoices('theme'),
  resourceType: namedChoices('resourceType'),
  type: namedChoices('type'),
}

function namedChoices(column: string): string {
  return texts.choices((choices[column] ?? []).flatMap(({ words }) => words.at(-1) ?? []))
}
