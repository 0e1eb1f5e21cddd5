import type { Lease } from './lease.ts'

/** A payment as the owner notes it. */
export type Payment = {
  /** Moroccan dirhams. */
  amount: number
  means: string
  /** Number of the transfer, or empty. */
  reference: string
}

/** A profile with the lease of its one session. Dates are ISO 8601 UTC. */
export type User = {
  /** The Cognito `sub`. */
  id: string
  /** Normalised by {@link normalizeEmail}. */
  email: string
  /** The stored flag; whether it holds today is `isPremiumNow`. */
  isPremium: boolean
  /** First instant at which the flag no longer holds; null: no end. */
  premiumUntil: string | null
  isAdmin: boolean
  /** Since when the account is blocked; null when it is not. */
  blockedAt: string | null
  /** Sign-ins from before are over, in epoch seconds; null: none was ended. */
  signInsFrom: number | null
  /** The sign-in that signed out last, which is over (`signInId`); null: none has. */
  endedSignIn: string | null
  session: Lease | null
  /** Whether Cognito asks for a code after the password, as it said when it was last asked. */
  hasSecondFactor: boolean
  /** What was paid for Premium; null: nothing was noted. */
  payment: Payment | null
  createdAt: string
  updatedAt: string
}

/** A free account without a session (decision D5). `email` is normalised. */
export function newProfile(id: string, email: string, createdAt: Date): User {
  const at = createdAt.toISOString()
  return {
    id,
    email,
    isPremium: false,
    premiumUntil: null,
    isAdmin: false,
    blockedAt: null,
    signInsFrom: null,
    endedSignIn: null,
    session: null,
    hasSecondFactor: false,
    payment: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** The one form in which e-mail addresses are stored and compared (decision D6). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
