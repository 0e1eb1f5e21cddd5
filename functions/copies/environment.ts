import * as v from 'valibot'
import { driveEntries } from '../drive/environment.ts'
import { GuardedEnvironment } from '../http/environment.ts'

/** Environment of the function of personal copies, which exists in stream mode only. */
export const CopiesEnvironment = v.object({
  TABLE_NAME: GuardedEnvironment.entries.TABLE_NAME,
  ...driveEntries,
})
export type CopiesEnvironment = v.InferInput<typeof CopiesEnvironment>
