import * as v from 'valibot'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { ResourceInput } from '#shared/domain/document-input.ts'
import { isNullWhenEmpty, isYesOrNo, RESOURCE_COLUMNS } from '#shared/domain/resource-csv.ts'
import { firstPlace } from './place-fields.tsx'

const CHECKBOXES = RESOURCE_COLUMNS.filter(isYesOrNo)
const OPTIONAL_TEXTS = RESOURCE_COLUMNS.filter(isNullWhenEmpty)

/** The fields as the page holds them, converted to the route's input: an unchecked box sends nothing, an empty text is null. */
export const ResourceForm = v.pipe(
  v.record(v.string(), v.string()),
  v.transform(
    (fields) =>
      ({
        ...fields,
        ...Object.fromEntries(CHECKBOXES.map((name) => [name, name in fields])),
        ...Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, fields[name]?.trim() || null])),
      }) as unknown as v.InferInput<typeof ResourceInput>,
  ),
  ResourceInput,
)

/** The values that a new resource begins with. */
export function newResource(now = new Date()): ResourceInput {
  return {
    // What the entity gives a default to needs no value here.
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
