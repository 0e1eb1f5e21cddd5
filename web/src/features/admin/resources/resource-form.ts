import * as v from 'valibot'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { isNullWhenEmpty, isYesOrNo, RESOURCE_COLUMNS } from '#shared/domain/csv/resource-csv.ts'
import { ResourceInput } from '#shared/domain/documents/document-input.ts'
import { firstPlace } from './place-fields.tsx'

const CHECKBOXES = RESOURCE_COLUMNS.filter(isYesOrNo)
const OPTIONAL_TEXTS = RESOURCE_COLUMNS.filter(isNullWhenEmpty)

/** Converts the fields of the form to the route's input: an unchecked box sends nothing, an empty text is null. */
export function readResourceForm(fields: Record<string, string>): v.InferInput<typeof ResourceInput> {
  return {
    ...fields,
    ...Object.fromEntries(CHECKBOXES.map((name) => [name, name in fields])),
    ...Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, fields[name]?.trim() || null])),
  } as unknown as v.InferInput<typeof ResourceInput>
}

/** Returns the first values of the form of a new resource. */
export function newResource(now = new Date()): ResourceInput {
  return {
    // Fields with a default in the entity need no value here.
    ...(v.getDefaults(v.object(ResourceInput.entries)) as unknown as ResourceInput),
    title: '',
    ...firstPlace(TRACK_CODES[0]),
    year: String(now.getFullYear()),
    session: 'Normale',
    resourceType: 'exercise',
    type: 'pdf',
    file: '',
    isFree: false,
  }
}
