import * as v from 'valibot'
import { driveEntries } from '../drive/environment.ts'
import { GuardedEnvironment } from '../http/environment.ts'

/** What the documents function reads from its environment: Google credentials in stream mode only. */
export const DocumentsEnvironment = v.variant('DELIVERY_MODE', [
  v.object({ ...GuardedEnvironment.entries, ...driveEntries, DELIVERY_MODE: v.literal('stream') }),
  v.object({ ...GuardedEnvironment.entries, DELIVERY_MODE: v.literal('embed') }),
])
export type DocumentsEnvironment = v.InferInput<typeof DocumentsEnvironment>

/** What the daily check reads. It exists in stream mode only; it has no callers, so it checks no tokens. */
export const CheckEnvironment = v.object({
  TABLE_NAME: GuardedEnvironment.entries.TABLE_NAME,
  ...driveEntries,
})
export type CheckEnvironment = v.InferInput<typeof CheckEnvironment>
