import * as v from 'valibot'
import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { ResourceInput } from '#shared/domain/document-input.ts'
import type { FieldFault } from '#shared/domain/domain-error.ts'
import { importMessages as texts } from '#shared/domain/import-messages.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { parseSubjectId } from '#shared/entities/subject.ts'
import { fieldsOf, type Place, type ResourceFields } from '../resource-fields.ts'
import { resourceView } from '../resource-view.ts'
import { type CsvLine, lineFaults } from './csv.ts'

/** The fields of a line, or everything that is wrong with it. */
export type LineFields =
  | { outcome: 'read'; fields: ResourceFields }
  | { outcome: 'refused'; errors: FieldFault[] }

/**
 * Reads a line by the contract's own schema. What a file has no column for stays as it is in the resource that the line
 * is about, and is empty in a new one.
 */
export function lineFields({ cells }: CsvLine, before: Resource | null): LineFields {
  const standing = before ? resourceView(before) : { isFree: false }
  const parsed = v.safeParse(ResourceInput, { ...standing, ...inputOf(cells) })
  const errors = idFaults(cells.id)
  if (parsed.success && errors.length === 0) return { outcome: 'read', fields: fieldsOf(parsed.output) }
  for (const { path, message } of lineFaults(parsed.issues ?? []))
    errors.push({ path, message: path === 'isFree' ? texts.flag : message })
  return { outcome: 'refused', errors }
}

/** The place that a line names; null when it names none, which {@link lineFields} tells in full. */
export function placeOf({ cells }: CsvLine): Place | null {
  const parsed = v.safeParse(PlaceInput, inputOf(cells))
  return parsed.success ? parsed.output : null
}

/** The id that a line names; null when it names none or no good one. */
export function idOf({ cells: { id } }: CsvLine): string | null {
  return id && idFaults(id).length === 0 ? id : null
}

const { entries } = ResourceInput
const PlaceInput = v.object({
  track: entries.track,
  theme: entries.theme,
  chapter: entries.chapter,
  year: entries.year,
  session: entries.session,
  resourceType: entries.resourceType,
  type: entries.type,
})

function idFaults(id: string | undefined): FieldFault[] {
  if (!id) return []
  if (!v.is(DocumentId, id)) return [{ path: 'id', message: texts.identifier }]
  return parseSubjectId(id) ? [{ path: 'id', message: texts.subjectId }] : []
}

/** Cells as the contract takes them. */
function inputOf(cells: CsvLine['cells']): Record<string, unknown> {
  const { id: _, isFree, thumbnail, captions, ...others } = cells
  return {
    ...others,
    chapter: namedChapter(cells),
    ...(isFree !== undefined && { isFree: parseFlag(isFree) }),
    ...(thumbnail !== undefined && { thumbnail: thumbnail || null }),
    ...(captions !== undefined && { captions: captions || null }),
  }
}

/** A chapter is named by its title, or by its number among those that its track teaches. */
function namedChapter({ track = '', theme = '', chapter = '' }: CsvLine['cells']): string {
  if (!/^\d{1,2}$/.test(chapter)) return chapter
  return chapterTitle(track as TrackCode, theme, Number(chapter)) ?? chapter
}

const YES = ['true', 'oui', 'vrai', '1']
const NO = ['false', 'non', 'faux', '0', '']

/** A cell that says yes or no; any other text stays as it is, for the schema to refuse. */
export function parseFlag(cell: string): boolean | string {
  const word = cell.toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : cell
}
