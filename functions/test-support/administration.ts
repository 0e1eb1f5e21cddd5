import type { Route } from '#shared/contract/define-route.ts'
import type { AuditAction } from '#shared/entities/audit-entry.ts'
import type { Answer, Call } from './gateway.ts'
import { lastingLease, PRIMARY_OWNER, storeUser } from './people.ts'
import type { Site } from './site.ts'

export type Administration = {
  credentials: Pick<Call, 'token' | 'sessionId'>
  asOwner(route: Route, call?: Call): Promise<Answer>
  /** Sends the same request several times at once. @returns the number of each answer ('204', '404 NOT_FOUND') */
  atOnce(times: number, route: Route, call?: Call): Promise<Record<string, number>>
  /** The audit entries about a target, newest first. */
  listEntries(target: string): Promise<{ action: AuditAction; before: unknown; after: unknown }[]>
}

export async function createAdministration(site: Site): Promise<Administration> {
  const owner = await storeUser(site.store.table, {
    email: PRIMARY_OWNER,
    isAdmin: true,
    lease: lastingLease(),
  })
  const credentials = { token: site.userPool.token(owner.id), sessionId: owner.lease?.id }
  const asOwner: Administration['asOwner'] = (route, call = {}) =>
    site.call(route, { ...credentials, ...call })
  return {
    credentials,
    asOwner,
    atOnce: async (times, route, call) => {
      const answers = await Promise.all(Array.from({ length: times }, () => asOwner(route, call)))
      const counts: Record<string, number> = {}
      for (const { status, json } of answers) {
        const answer = typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
        counts[answer] = (counts[answer] ?? 0) + 1
      }
      return counts
    },
    listEntries: async (target) => {
      const { items } = await site.stores.audit.listNewest({ limit: 1_000 })
      return items.filter((entry) => entry.target === target)
    },
  }
}
