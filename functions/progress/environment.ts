import * as v from 'valibot'
import { GuardedEnvironment, SettingsEnvironment } from '../http/environment.ts'

/** What the progress function reads from its environment; infrastructure is typed by it. */
export const ProgressEnvironment = v.object({ ...GuardedEnvironment.entries, ...SettingsEnvironment.entries })
export type ProgressEnvironment = v.InferInput<typeof ProgressEnvironment>
