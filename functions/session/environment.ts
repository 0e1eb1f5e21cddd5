import * as v from 'valibot'
import { AccountCallsEnvironment, GuardedEnvironment } from '../http/environment.ts'

/** What the session function reads from its environment; infrastructure is typed by it. */
export const SessionEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...AccountCallsEnvironment.entries,
})
export type SessionEnvironment = v.InferInput<typeof SessionEnvironment>
