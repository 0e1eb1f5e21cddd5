import * as v from 'valibot'
import { driveEntries } from '../drive/environment.ts'
import { GuardedEnvironment } from '../http/environment.ts'

/** Environment of the function that prepares PDFs, which exists in stream mode only. */
export const PreparationEnvironment = v.object({
  TABLE_NAME: GuardedEnvironment.entries.TABLE_NAME,
  ...driveEntries,
  PAGES_BUCKET: v.string(),
  DISTRIBUTION_ID_PARAMETER: v.string(),
})
export type PreparationEnvironment = v.InferInput<typeof PreparationEnvironment>
