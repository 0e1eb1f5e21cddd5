import type * as v from 'valibot'
import { GuardedEnvironment } from '../http/environment.ts'

/** What the session function reads from its environment; infrastructure is typed by it. */
export const SessionEnvironment = GuardedEnvironment
export type SessionEnvironment = v.InferInput<typeof SessionEnvironment>
