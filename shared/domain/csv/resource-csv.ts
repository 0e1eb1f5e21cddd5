import type { Resource } from '../../entities/resource.ts'
import { ResourceInput } from '../documents/document-input.ts'

/** The fields by which an import recognises a resource without an id. */
export const PLACE_FIELDS = [
  'track',
  'theme',
  'chapter',
  'year',
  'session',
  'resourceType',
  'type',
] as const satisfies (keyof Resource)[]
export type Place = Pick<Resource, (typeof PLACE_FIELDS)[number]>

export function placeKey(place: Place): string {
  return JSON.stringify(PLACE_FIELDS.map((field) => place[field]))
}

const { entries } = ResourceInput
const fields = Object.keys(entries) as (keyof typeof entries)[]

export const RESOURCE_COLUMNS = ['id', ...new Set([...PLACE_FIELDS, ...fields])] as const
export type ResourceColumn = (typeof RESOURCE_COLUMNS)[number]

/** The columns that every import has. A column of yes or no may be missing, since an empty cell means no. */
export const REQUIRED_COLUMNS: readonly ResourceColumn[] = RESOURCE_COLUMNS.filter(
  (column) => column !== 'id' && entries[column].type !== 'optional' && !isYesOrNo(column),
)

export function isYesOrNo(column: ResourceColumn): boolean {
  return column !== 'id' && entries[column].type === 'boolean'
}

/** Returns whether an empty cell of a column means null, as opposed to an empty text. */
export function isNullWhenEmpty(column: ResourceColumn): boolean {
  if (column === 'id') return false
  const entry = entries[column]
  return entry.type === 'optional' && entry.wrapped.type === 'nullable'
}
