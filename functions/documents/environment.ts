import * as v from 'valibot'
import { driveEntries } from '../drive/environment.ts'
import { GuardedEnvironment } from '../http/environment.ts'

const preparationEntries = { PREPARATION_QUEUE_URL: v.string(), PAGES_BUCKET: v.string() }

/** Environment of the documents function, with Google credentials in stream mode only. */
export const DocumentsEnvironment = v.variant('DELIVERY_MODE', [
  v.object({
    ...GuardedEnvironment.entries,
    ...driveEntries,
    ...preparationEntries,
    DELIVERY_MODE: v.literal('stream'),
  }),
  v.object({ ...GuardedEnvironment.entries, DELIVERY_MODE: v.literal('embed') }),
])
export type DocumentsEnvironment = v.InferInput<typeof DocumentsEnvironment>

/** Environment of the daily check, which exists in stream mode only. It has no callers, so that it checks no tokens. */
export const CheckEnvironment = v.object({
  TABLE_NAME: GuardedEnvironment.entries.TABLE_NAME,
  ...driveEntries,
  ...preparationEntries,
})
export type CheckEnvironment = v.InferInput<typeof CheckEnvironment>
