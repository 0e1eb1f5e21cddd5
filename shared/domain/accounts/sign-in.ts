import type { User } from '../../entities/user.ts'

/** The sign-in that an access token belongs to; refreshed tokens keep its time. */
export type SignIn = {
  /** The Cognito `sub`. */
  userId: string
  /** Epoch seconds; 0 when the token does not say. */
  signedInAt: number
  /** Which sign-in of the account: refreshed tokens keep it (`origin_jti`). Null when the token does not say. */
  signInId: string | null
}

/** A sign-in in a browser. */
export type Claimant = SignIn & {
  /** Of the key that the browser holds (RFC 7638). */
  thumbprint: string
  /** Short digest of the name by which the browser calls itself. */
  browser: string
  /** Shorter digest of its network. */
  network: string
}

/** Returns the `signInsFrom` of an account whose sign-ins end at `now`: one of the same second is already a new one. */
export function signInsFrom(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

/**
 * Returns whether the sign-in has signed out, or is from before the account's were ended, for instance with a new
 * password.
 */
export function isSignInOver(user: Pick<User, 'signInsFrom' | 'endedSignIns'>, signIn: SignIn): boolean {
  return hasSignedOut(user, signIn) || (user.signInsFrom !== null && signIn.signedInAt < user.signInsFrom)
}

/** Ended sign-ins that are remembered, so that the item does not grow. */
export const MOST_ENDED_SIGN_INS = 8

/** What is remembered of a sign-in: the random end of its id, which tells it from the others of its account. Null: no id. */
export function endedSignInId({ signInId }: Pick<SignIn, 'signInId'>): string | null {
  return signInId === null ? null : signInId.slice(-12)
}

/** Returns whether the sign-in is among the last that signed out. */
export function hasSignedOut(user: Pick<User, 'endedSignIns'>, signIn: Pick<SignIn, 'signInId'>): boolean {
  const id = endedSignInId(signIn)
  return id !== null && user.endedSignIns.includes(id)
}

/** Re-authentication window. Seconds. */
const FRESH_SECONDS = 5 * 60

/** Returns whether the sign-in was made within the re-authentication window; refreshing a token does not extend it. */
export function isSignInFresh({ signedInAt }: Pick<SignIn, 'signedInAt'>, now: Date): boolean {
  return signedInAt > now.getTime() / 1000 - FRESH_SECONDS
}
