import * as v from 'valibot'
import { themeDefinitions } from '#shared/catalogue/curriculum.ts'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, findTheme, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import {
  isNullWhenEmpty,
  isYesOrNo,
  PLACE_FIELDS,
  type Place,
  RESOURCE_COLUMNS,
  type ResourceColumn,
  importMessages as texts,
} from '#shared/domain/csv/resource-csv.ts'
import {
  managedResource,
  type ResourceFields,
  ResourceInput,
  storedResource,
} from '#shared/domain/documents/document-input.ts'
import type { FieldFault } from '#shared/domain/domain-error.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import { plainDigits } from '#shared/entities/plain-digits.ts'
import { type Resource, resourceChoiceLabels } from '#shared/entities/resource.ts'
import { type CsvLine, lineFaults } from './csv.ts'

/** A field without a column keeps its value in an existing resource, and is empty in a new one. */
export function lineFields({ cells }: CsvLine, before: Resource | null): ResourceFields | FieldFault[] {
  const standing = before ? managedResource(before) : NO_ANSWERS
  const parsed = v.safeParse(ResourceInput, { ...standing, ...inputOf(cells) })
  const errors = [...idFaults(cells.id), ...lineFaults(parsed.issues ?? [], MESSAGES)]
  return parsed.success && errors.length === 0 ? storedResource(parsed.output) : errors
}

export function readPlace({ cells }: CsvLine): Place | null {
  const parsed = v.safeParse(PlaceInput, inputOf(cells))
  return parsed.success ? parsed.output : null
}

export function idOf({ cells: { id } }: CsvLine): string | null {
  return id && idFaults(id).length === 0 ? id : null
}

const YES_OR_NO = RESOURCE_COLUMNS.filter(isYesOrNo)

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  track: Object.fromEntries(tracks.map(({ code, label }) => [code, label])),
  theme: Object.fromEntries(themeDefinitions.map(({ slug, title }) => [slug, title])),
  session: Object.fromEntries(EXAM_SESSIONS.map((session) => [session, session])),
  ...resourceChoiceLabels,
}

/** A word is a value, its label or a track's slug, whatever its case and accents; the schema refuses any other. */
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

const MESSAGES = { ...choiceMessages, ...Object.fromEntries(YES_OR_NO.map((column) => [column, texts.flag])) }
const NO_ANSWERS = Object.fromEntries(YES_OR_NO.map((column) => [column, false]))
const PlaceInput = v.pick(v.object(ResourceInput.entries), PLACE_FIELDS)

function idFaults(id: string | undefined): FieldFault[] {
  if (!id) return []
  if (!v.is(DocumentId, id)) return [{ path: 'id', message: texts.identifier }]
  return parseSubjectDocumentId(id) ? [{ path: 'id', message: texts.subjectId }] : []
}

function inputOf(cells: CsvLine['cells']): Record<string, unknown> {
  const { id: _, ...fields } = cells
  const given = Object.entries(fields).map(([name, cell]) => [name, valueOf(name as ResourceColumn, cell)])
  return { ...(Object.fromEntries(given) as Record<string, unknown>), chapter: namedChapter(cells) }
}

function valueOf(column: ResourceColumn, cell: string): string | boolean | null {
  if (isYesOrNo(column)) return parseFlag(cell)
  return isNullWhenEmpty(column) && cell === '' ? null : readChoice(column, cell)
}

function namedChapter({ track = '', theme = '', chapter = '' }: CsvLine['cells']): string {
  const code = readChoice('track', track) as TrackCode
  const chapters = findTheme(code, readChoice('theme', theme))?.chapters ?? []
  const number = plainDigits(chapter)
  const named = /^\d{1,2}$/.test(number)
    ? chapters[Number(number) - 1]
    : chapters.find((title) => foldText(title) === foldText(chapter))
  return named ?? chapter
}

const YES = ['true', 'oui', 'vrai', '1']
const NO = ['false', 'non', 'faux', '0', '']

/** Parses a cell that means yes or no. Any other text stays as it is, and the schema refuses it. */
export function parseFlag(cell: string): boolean | string {
  const word = cell.toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : cell
}
