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

/** Returns browser and system of a `User-Agent` in words for students: 'Chrome sur Android'. */
export function browserName(userAgent: string): string {
  const nameIn = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = nameIn(BROWSERS) ?? 'Navigateur inconnu'
  const system = nameIn(SYSTEMS)
  return system === undefined ? browser : `${browser} sur ${system}`
}

/**
 * The largest number that a browser tries on an ordinary day. A phone of 2015 tries all of them in less than 3 s, and
 * half of them on average (docs/decisions/36-sign-up-proof-of-work.md).
 */
export const ORDINARY_WORK = 50_000

/** With this factor a phone of 2015 works for less than a minute and a half, well within a challenge's ten minutes. */
const MOST_TIMES = 32

/**
 * Returns the largest number of a sign-up's proof of work. It grows with the sign-ups beyond those of an ordinary day,
 * until the next day.
 */
export function signUpWork(signUpsToday: number, ordinaryPerDay: number): number {
  return Math.round(ORDINARY_WORK * Math.min(MOST_TIMES, Math.max(1, signUpsToday / ordinaryPerDay)))
}
