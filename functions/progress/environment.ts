import type * as v from 'valibot'
import { GuardedEnvironment } from '../http/environment.ts'

/** What the progress function reads from its environment; infrastructure is typed by it. */
export const ProgressEnvironment = GuardedEnvironment
export type ProgressEnvironment = v.InferInput<typeof ProgressEnvironment>
