import { validationMessages } from '../../entities/fields.ts'
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

export const importMessages = {
  unreadable: (line: number) => `Ce fichier n'est pas un CSV lisible (ligne ${line})`,
  unknownColumns: (names: readonly string[]) => `Colonnes inconnues : ${fewOf(names)}`,
  missingColumns: (names: readonly string[]) => `Colonnes manquantes : ${names.join(', ')}`,
  doubledColumns: 'Une colonne figure deux fois',
  tooManyLines: (lines: number) =>
    `Un fichier peut avoir ${lines.toLocaleString('fr-FR').replaceAll('\u202f', ' ')} lignes au plus`,
  longLine: 'Cette ligne est trop longue',
  choices: (names: readonly string[]) => `Valeurs possibles : ${names.join(', ')}`,
  flag: 'Cette valeur doit être oui ou non',
  subjectId: "Cet identifiant est celui d'un sujet du bac",
  doubled: (line: number) => `Même ressource que la ligne ${line}`,
  doubledSubject: (line: number) => `Même sujet que la ligne ${line}`,
  ambiguous: 'Plusieurs ressources correspondent à cette ligne : ajoutez leur identifiant (colonne id)',
  changedSince: "Ce contenu vient d'être modifié. Veuillez réessayer",
  identifier: validationMessages.identifier,
} as const

/** Shortens a list of names, which may be megabytes, to a few that show which file it is. */
function fewOf(names: readonly string[]): string {
  const few = names.slice(0, 5).map((name) => name.slice(0, 40))
  return `${few.join(', ')}${names.length > few.length ? '...' : ''}`
}
