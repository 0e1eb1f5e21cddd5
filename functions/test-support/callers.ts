import { randomUUID } from 'node:crypto'
import type { User } from '#shared/entities/user.ts'
import type { Call } from './gateway.ts'
import { PRIMARY_OWNER, SECOND_OWNER, settle } from './people.ts'
import type { Site } from './site.ts'

/** Who calls with a token and a session that are good in themselves: as stored. */
const stored = {
  free: {},
  premium: { isPremium: true },
  'premium with an end to come': { isPremium: true, premiumUntil: '2099-01-01T00:00:00.000Z' },
  'expired premium': { isPremium: true, premiumUntil: '2020-01-01T00:00:00.000Z' },
  blocked: { isPremium: true, blockedAt: '2026-01-01T00:00:00.000Z' },
  'blocked admin': { isAdmin: true, blockedAt: '2026-01-01T00:00:00.000Z' },
  'non-owner admin': { isAdmin: true },
  'owner address without admin flag': { email: PRIMARY_OWNER },
  'second owner': { isAdmin: true, email: SECOND_OWNER },
  'primary owner': { isAdmin: true, email: PRIMARY_OWNER },
} as const satisfies Record<string, Partial<User>>

/** Would be a primary owner, if what his request carries were good. */
const unfit = [
  'anonymous',
  'deleted',
  'lost session',
  'stale session',
  "another account's session",
  'no session header',
  'signed out',
  'signed in before the password changed',
] as const

/** Every kind of caller of bar S1, and some more. */
export const CALLERS = [...(Object.keys(stored) as (keyof typeof stored)[]), ...unfit]
export type CallerName = keyof typeof stored | (typeof unfit)[number]

export type Caller = { user: User; call: Call }

/** Somebody of this kind, in the table, and what his requests carry. */
export async function callerOf(site: Site, name: CallerName): Promise<Caller> {
  if (isStored(name)) return goodCaller(site, stored[name])
  const owner = { isAdmin: true, email: PRIMARY_OWNER }
  const seconds = Math.floor(Date.now() / 1000)
  switch (name) {
    case 'anonymous': {
      const { user, call } = await goodCaller(site, owner)
      return { user, call: { sessionId: call.sessionId } }
    }
    case 'deleted': {
      const { user, call } = await goodCaller(site, owner)
      return { user, call: { ...call, token: site.userPool.token(randomUUID()) } }
    }
    case 'lost session': {
      const { user, call } = await goodCaller(site, owner)
      return { user, call: { ...call, sessionId: randomUUID() } }
    }
    case 'stale session': {
      const lastActive = new Date(Date.now() - 3_600_000).toISOString()
      return goodCaller(site, { ...owner, lease: { id: randomUUID(), lastActive } })
    }
    case "another account's session": {
      const { user, call } = await goodCaller(site, owner)
      const { lease: session } = await settle(site.store.table)
      return { user, call: { ...call, sessionId: session?.id } }
    }
    case 'no session header': {
      const { user, call } = await goodCaller(site, owner)
      return { user, call: { token: call.token } }
    }
    case 'signed out':
      return goodCaller(site, { ...owner, endedSignIn: 'copied' }, { origin_jti: 'copied' })
    case 'signed in before the password changed':
      return goodCaller(site, { ...owner, signInsFrom: seconds }, { auth_time: seconds - 1 })
  }
}

async function goodCaller(site: Site, changes: Partial<User>, claims: object = {}): Promise<Caller> {
  const user = await settle(site.store.table, changes)
  return { user, call: { token: site.userPool.token(user.id, { ...claims }), sessionId: user.lease?.id } }
}

function isStored(name: CallerName): name is keyof typeof stored {
  return name in stored
}
