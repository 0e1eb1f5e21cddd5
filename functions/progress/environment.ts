import * as v from 'valibot'
import { AccountCallsEnvironment, GuardedEnvironment, SettingsEnvironment } from '../http/environment.ts'

/** Environment of the progress function, by which infrastructure is typed. */
export const ProgressEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...AccountCallsEnvironment.entries,
  ...SettingsEnvironment.entries,
})
export type ProgressEnvironment = v.InferInput<typeof ProgressEnvironment>
