import type { Route } from '#shared/contract/define-route.ts'
import type { Call } from './gateway.ts'
import { lastingLease, PRIMARY_OWNER, storeUser } from './people.ts'
import type { Site } from './site.ts'

export type Administration = Awaited<ReturnType<typeof createAdministration>>

export async function createAdministration(site: Site) {
  const owner = await storeUser(site.store.table, {
    email: PRIMARY_OWNER,
    isAdmin: true,
    lease: lastingLease(),
  })
  const credentials = site.as(owner)
  const asOwner = (route: Route, call: Call = {}) => site.call(route, { ...credentials, ...call })
  return {
    credentials,
    asOwner,
    /** Sends the same request several times at once. @returns the number of each answer ('204', '404 NOT_FOUND') */
    atOnce: async (times: number, route: Route, call?: Call) => {
      const answers = await Promise.all(Array.from({ length: times }, () => asOwner(route, call)))
      const counts: Record<string, number> = {}
      for (const { status, json } of answers) {
        const answer = typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
        counts[answer] = (counts[answer] ?? 0) + 1
      }
      return counts
    },
    /** The audit entries about a target, newest first. */
    listEntries: async (target: string) => {
      const { items } = await site.stores.audit.listNewest({ limit: 1_000 })
      return items.filter((entry) => entry.target === target)
    },
  }
}
