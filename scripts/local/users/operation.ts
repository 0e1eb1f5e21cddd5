import * as v from 'valibot'
import type { Attempts } from './attempts.ts'
import type { Body, EmulatorClient } from './emulator-client.ts'
import type { Outbox } from './outbox.ts'
import type { PoolSettings } from './pool-settings.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import type { Triggers } from './triggers.ts'

/** What an operation of the user pool works with. */
export type OperationDeps = {
  pool: PoolSettings
  emulator: EmulatorClient
  tokens: RefreshTokens
  triggers: Triggers
  outbox: Outbox
  signInAttempts: Attempts
  codeAttempts: Attempts
  /** Challenges handed out and not answered yet, by session: the emulator would let anyone answer them. */
  challenges: Map<string, { sub: string; name: string; until: number }>
  /** The authenticator's codes that were used lately, by `sub`: each is good once. */
  usedCodes: Map<string, string[]>
  /** The `sub`s of accounts whose password an operator has taken away. */
  resetRequired: Set<string>
  /** When a reset code was sent, by `sub`. Epoch milliseconds. */
  codesSentAt: Map<string, number>
  /** The `sub` of a valid access token. @throws CognitoError */
  verifyAccessToken: (token: string) => Promise<string>
  now: () => Date
}

/** One operation of the API: takes the request's body, answers the response's. @throws CognitoError */
export type Operation = (deps: OperationDeps, body: Body) => Promise<Body>

/** A member of a body as text; anything else counts as missing. */
export const text = (value: unknown): string => (v.is(v.string(), value) ? value : '')
