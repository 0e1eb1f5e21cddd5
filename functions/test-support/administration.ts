import type { Route } from '#shared/contract/route.ts'
import type { AuditAction } from '#shared/entities/audit-entry.ts'
import { createAuditLog } from '../data/audit.ts'
import type { Answer, Call } from './gateway.ts'
import { PRIMARY_OWNER, storeUser } from './people.ts'
import type { Site } from './site.ts'

export type Administration = {
  credentials: Pick<Call, 'token' | 'sessionId'>
  asOwner(route: Route, call?: Call): Promise<Answer>
  /** The same request so many times at once; how many gave each answer ('204', '404 NOT_FOUND'). */
  atOnce(times: number, route: Route, call?: Call): Promise<Record<string, number>>
  /** The log about a target, newest first. */
  entriesOf(target: string): Promise<{ action: AuditAction; before: unknown; after: unknown }[]>
}

/** A site as its primary owner works on it. */
export async function administrationOf(site: Site): Promise<Administration> {
  const owner = await storeUser(site.store.table, { email: PRIMARY_OWNER, isAdmin: true })
  const credentials = { token: site.userPool.token(owner.id), sessionId: owner.lease?.id }
  const asOwner: Administration['asOwner'] = (route, call = {}) =>
    site.call(route, { ...credentials, ...call })
  return {
    credentials,
    asOwner,
    atOnce: async (times, route, call) => {
      const answers = await Promise.all(Array.from({ length: times }, () => asOwner(route, call)))
      const heard: Record<string, number> = {}
      for (const { status, json } of answers) {
        const answer = typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
        heard[answer] = (heard[answer] ?? 0) + 1
      }
      return heard
    },
    entriesOf: async (target) => {
      const { items } = await createAuditLog(site.store.table).listNewest({ limit: 1_000 })
      return items.filter((entry) => entry.target === target)
    },
  }
}
