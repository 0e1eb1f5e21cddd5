import * as v from 'valibot'
import { AccountCallsEnvironment, GuardedEnvironment } from '../http/environment.ts'

/** What the session function reads from its environment; infrastructure is typed by it. */
export const SessionEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...AccountCallsEnvironment.entries,
  /** How often another browser may take an account's session in a day. */
  DEVICE_CHANGES_PER_DAY: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)),
})
export type SessionEnvironment = v.InferInput<typeof SessionEnvironment>
