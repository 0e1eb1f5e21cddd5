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

export type Claimant = SignIn & { thumbprint: string; browser: string; network: string }

/** Returns the `signInsFrom` of an account whose sign-ins end at `now`. A sign-in in the same second is a new one. */
export function signInsFrom(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

/** Also after the account's earlier sign-ins were ended, for instance with a new password. */
export function isSignInOver(user: Pick<User, 'signInsFrom' | 'endedSignIns'>, signIn: SignIn): boolean {
  return hasSignedOut(user, signIn) || (user.signInsFrom !== null && signIn.signedInAt < user.signInsFrom)
}

/** Limit of remembered sign-outs, so that the item does not grow. */
export const MOST_ENDED_SIGN_INS = 8

/**
 * The random end of a sign-in's id, which distinguishes it from others of its account. A heartbeat rewrites the item.
 */
export function endedSignInId({ signInId }: Pick<SignIn, 'signInId'>): string | null {
  return signInId === null ? null : signInId.slice(-6)
}

/** Returns the longer end that versions before 1.1 have remembered. */
export function formerEndedSignInId({ signInId }: Pick<SignIn, 'signInId'>): string | null {
  return signInId === null ? null : signInId.slice(-12)
}

export function hasSignedOut(user: Pick<User, 'endedSignIns'>, signIn: Pick<SignIn, 'signInId'>): boolean {
  const ids = [endedSignInId(signIn), formerEndedSignInId(signIn)]
  return ids.some((id) => id !== null && user.endedSignIns.includes(id))
}

/** Re-authentication window. Seconds. */
const FRESH_SECONDS = 5 * 60

/** A refreshed token does not extend the window. */
export function isSignInFresh({ signedInAt }: Pick<SignIn, 'signedInAt'>, now: Date): boolean {
  return signedInAt > now.getTime() / 1000 - FRESH_SECONDS
}

/** The first match counts, since most browsers also name others. */
const BROWSERS = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** 'Chrome sur Android' */
export function browserName(userAgent: string): string {
  const nameIn = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = nameIn(BROWSERS) ?? 'Navigateur inconnu'
  const system = nameIn(SYSTEMS)
  return system === undefined ? browser : `${browser} sur ${system}`
}

/** A phone of 2015 tries all these numbers in less than 3 s (docs/decisions/36-sign-up-proof-of-work.md). */
export const ORDINARY_WORK = 50_000

/** With this factor a phone of 2015 works for less than a minute and a half, well within a challenge's ten minutes. */
const MOST_TIMES = 32

/** The work grows with the sign-ups beyond those of an ordinary day, until the next day. */
export function signUpWork(signUpsToday: number, ordinaryPerDay: number): number {
  return Math.round(ORDINARY_WORK * Math.min(MOST_TIMES, Math.max(1, signUpsToday / ordinaryPerDay)))
}
