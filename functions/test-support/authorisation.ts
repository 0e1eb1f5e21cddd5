import type { Access, Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { CallerName } from './callers.ts'

/** The refused callers with their answers, such as '403 OWNER_REQUIRED'. */
type Answers = Partial<Record<CallerName, string>>

const UNAUTHENTICATED = '401 AUTHENTICATION_REQUIRED'
const BLOCKED = '403 ACCOUNT_BLOCKED'
const INACTIVE = '403 SESSION_INACTIVE'

const withoutAccount: Answers = {
  anonymous: UNAUTHENTICATED,
  'signed out': UNAUTHENTICATED,
  'without a proof': '401 PROOF_REQUIRED',
  'signed in before the password changed': UNAUTHENTICATED,
  blocked: BLOCKED,
  'blocked admin': BLOCKED,
  deleted: '404 PROFILE_NOT_FOUND',
}
const withoutSession: Answers = {
  ...withoutAccount,
  'lost session': INACTIVE,
  'stale session': INACTIVE,
  "another account's session": INACTIVE,
  'no session header': INACTIVE,
  'another browser with token and session': INACTIVE,
  'another browser with a copied key': INACTIVE,
}
const withoutPremium = (refusal: string): Answers => ({
  free: refusal,
  'expired premium': refusal,
  'owner address without admin flag': refusal,
})
const students = (refusal: string): Answers => ({
  ...withoutPremium(refusal),
  premium: refusal,
  'premium until a future day': refusal,
})

/** The refusals of each access level. Every other caller gets the route's own status. */
const refusals: Record<Access, Answers> = {
  public: {},
  token: withoutAccount,
  user: withoutSession,
  document: { ...withoutSession, ...withoutPremium('403 PREMIUM_REQUIRED') },
  admin: { ...withoutSession, ...students('403 ADMIN_REQUIRED') },
  owner: { ...withoutSession, ...students('403 OWNER_REQUIRED'), 'non-owner admin': '403 OWNER_REQUIRED' },
}

/** The routes that differ from their access level, each with its reason. */
const exceptions: Partial<Record<RouteName, Answers>> = {
  // The browser that holds the session may claim it without its id too.
  claimSession: { 'another browser with token and session': '409 SESSION_ALREADY_ACTIVE' },
  // The heartbeat also renews a lease that became stale while its device slept.
  renewSession: { 'stale session': '200' },
  // A sign-out is always possible: it can only end the caller's own lease.
  clearSession: {
    blocked: '204',
    'blocked admin': '204',
    deleted: '204',
    'signed out': '204',
    'another browser with token and session': INACTIVE,
    'another browser with a copied key': INACTIVE,
  },
  // Help with an exercise comes with the right to the correction of its paper.
  getExerciseHelp: withoutPremium('403 PREMIUM_REQUIRED'),
  // Questions come with Premium itself, which admins do not have, and a recent sign-in does not give.
  askQuestion: {
    ...withoutPremium('403 PREMIUM_REQUIRED'),
    'non-owner admin': '403 PREMIUM_REQUIRED',
    'second owner': '403 PREMIUM_REQUIRED',
    'primary owner': '403 PREMIUM_REQUIRED',
    'signed in an hour ago': '403 PREMIUM_REQUIRED',
  },
  // Accounts of admins and owners cannot be deleted through the API.
  deleteAccount: {
    'non-owner admin': '403 OWNER_REQUIRED',
    'owner address without admin flag': '403 OWNER_REQUIRED',
    'second owner': '403 OWNER_REQUIRED',
    'primary owner': '403 OWNER_REQUIRED',
  },
}

/** Returns the caller's answer to the route's sample request: a status, with the code of a refusal. */
export function expectedAnswer(name: RouteName, caller: CallerName): string {
  const { access, freshSignIn, status }: Route = routes[name]
  if (freshSignIn && caller === 'signed in an hour ago') return '403 REAUTHENTICATION_REQUIRED'
  return exceptions[name]?.[caller] ?? refusals[access][caller] ?? String(status)
}

export type Target = 'a student' | 'an admin' | 'an owner' | 'themselves'
export const TARGETS: readonly Target[] = ['a student', 'an admin', 'an owner', 'themselves']

/** Returns the answer of an admitted caller to the sample request about this account. */
export function expectedAnswerAbout(name: RouteName, target: Target): string {
  const { method, status }: Route = routes[name]
  // None of these addresses is blocked.
  if (name === 'unblockEmail') return '404 NOT_FOUND'
  // An owner may end the sessions of an admin, who can sign in again; an owner cannot be locked out.
  if (name === 'releaseSession' || name === 'endUserSignIns')
    return target === 'an owner' ? '403 OWNER_REQUIRED' : String(status)
  return method !== 'GET' && target !== 'a student' ? '403 OWNER_REQUIRED' : String(status)
}
