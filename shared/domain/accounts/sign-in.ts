import type { User } from '../../entities/user.ts'

/** The sign-in of an access token. Refreshed tokens keep its time. */
export type SignIn = {
  /** The Cognito `sub`. */
  userId: string
  /** Epoch seconds; 0 when the token has no time. */
  signedInAt: number
  /** Id of the sign-in, which refreshed tokens keep (`origin_jti`). Null when the token has none. */
  signInId: string | null
}

/** A sign-in in a browser. */
export type Claimant = SignIn & {
  /** Thumbprint of the browser's key (RFC 7638). */
  thumbprint: string
  /** Short digest of the browser's name. */
  browser: string
  /** Shorter digest of its network. */
  network: string
}

/** Returns the `signInsFrom` of an account whose sign-ins end at `now`. A sign-in in the same second is a new one. */
export function signInsFrom(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

/**
 * Returns whether the sign-in has signed out, or the account's earlier sign-ins were ended, for instance with a new
 * password.
 */
export function isSignInOver(user: Pick<User, 'signInsFrom' | 'endedSignIns'>, signIn: SignIn): boolean {
  return hasSignedOut(user, signIn) || (user.signInsFrom !== null && signIn.signedInAt < user.signInsFrom)
}

/** Limit of remembered sign-outs, so that the item does not grow. */
export const MOST_ENDED_SIGN_INS = 8

/**
 * Returns the random end of a sign-in's id, which distinguishes it from others of its account. Null without an id. Short,
 * since a heartbeat rewrites the item.
 */
export function endedSignInId({ signInId }: Pick<SignIn, 'signInId'>): string | null {
  return signInId === null ? null : signInId.slice(-6)
}

/** Returns the longer end that versions before 1.1 have remembered. */
export function formerEndedSignInId({ signInId }: Pick<SignIn, 'signInId'>): string | null {
  return signInId === null ? null : signInId.slice(-12)
}

/** Returns whether the sign-in is among the last that signed out. */
export function hasSignedOut(user: Pick<User, 'endedSignIns'>, signIn: Pick<SignIn, 'signInId'>): boolean {
  const ids = [endedSignInId(signIn), formerEndedSignInId(signIn)]
  return ids.some((id) => id !== null && user.endedSignIns.includes(id))
}

/** Re-authentication window. Seconds. */
const FRESH_SECONDS = 5 * 60

/** Returns whether the sign-in was made within the re-authentication window. A refreshed token does not extend it. */
export function isSignInFresh({ signedInAt }: Pick<SignIn, 'signedInAt'>, now: Date): boolean {
  return signedInAt > now.getTime() / 1000 - FRESH_SECONDS
}
