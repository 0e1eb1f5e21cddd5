import * as v from 'valibot'
import { AccountCallsEnvironment, GuardedEnvironment } from '../http/environment.ts'

/** Environment of the session function, by which infrastructure is typed. */
export const SessionEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...AccountCallsEnvironment.entries,
  DEVICE_CHANGES_PER_DAY: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)),
})
export type SessionEnvironment = v.InferInput<typeof SessionEnvironment>
