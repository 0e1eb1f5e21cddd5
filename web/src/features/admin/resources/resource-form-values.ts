import * as v from 'valibot'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { type ManagedResource, ResourceInput } from '#shared/domain/document-input.ts'
import { firstPlace } from './place-fields.tsx'

const Typed = v.optional(v.string(), '')

/** The fields as the page holds them, handed on as the contract wants them: an empty address is none. */
export const ResourceForm = v.pipe(
  v.looseObject({ isFree: v.optional(v.string()), thumbnail: Typed, captions: Typed }),
  v.transform(
    ({ isFree, thumbnail, captions, ...rest }) =>
      ({
        ...rest,
        isFree: isFree !== undefined,
        thumbnail: thumbnail.trim() || null,
        captions: captions.trim() || null,
      }) as v.InferInput<typeof ResourceInput>,
  ),
  ResourceInput,
)

/** What the form shows before anything is typed. */
export type ResourceValues = Omit<ManagedResource, 'id' | 'createdAt' | 'updatedAt'>

/** The values that a new resource begins with. */
export function newResource(now = new Date()): ResourceValues {
  return {
    title: '',
    description: '',
    ...firstPlace(TRACK_CODES[0]),
    year: String(now.getFullYear()),
    session: 'Normale',
    resourceType: 'exercise',
    type: 'pdf',
    file: '',
    isFree: false,
    thumbnail: null,
    captions: null,
  }
}
