import type { User } from './user.ts'

/** Who called, and since when by password: an access token's word. Refreshed tokens keep the time of the sign-in. */
export type SignIn = {
  /** The Cognito `sub`. */
  userId: string
  /** Epoch seconds; 0 when the token does not say. */
  signedInAt: number
}

/** The `signInsFrom` of an account whose sign-ins end at `now`: one of the same second is already a new one. */
export function signInsFrom(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

/** Whether the sign-in is from before the account's were ended, for instance with a new password. */
export function isSignInOver(user: Pick<User, 'signInsFrom'>, { signedInAt }: SignIn): boolean {
  return user.signInsFrom !== null && signedInAt < user.signInsFrom
}

/** How long a sign-in stands for the person's own hand. Seconds. */
const FRESH_SECONDS = 5 * 60

/** Whether somebody has given the password, and the code where one is asked for, just now. A refreshed token does not tell so. */
export function isSignInFresh({ signedInAt }: SignIn, now: Date): boolean {
  return signedInAt > now.getTime() / 1000 - FRESH_SECONDS
}
