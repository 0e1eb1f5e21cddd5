import { subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleCard } from '#shared/entities/samples.ts'
import { ADMITTED_CALLERS, type Caller, type Callers, createCaller, createCallers } from './callers.ts'
import { setClock } from './clock.ts'
import { resourceFixture, subjectFixture, usedBy } from './content.ts'
import type { Call } from './gateway.ts'
import { storeUser } from './people.ts'
import { sampleCallBy, seedSamples, storeOwnRequest } from './samples.ts'
import { type Site, startSite } from './site.ts'
import type { Units } from './table.ts'

/** The cost of one call of a route: its round trips to the table in their order, and capacity units. */
export type RouteCost = Units & { operations: string[] }

/** @throws Error when the route answers with another status than its own */
export async function measureRoute(site: Site, name: RouteName, call: Call): Promise<RouteCost> {
  const route = routes[name]
  site.store.operations.clear()
  const { status, text } = await site.call(route, call)
  if (status !== route.status) throw new Error(`${name}: ${status} ${text}`)
  return { operations: site.store.operations.list(), ...site.store.units() }
}

/** Returns the cost of each route's ordinary call, measured on a site of its own. */
export async function measureRoutes(): Promise<Record<RouteName, RouteCost>> {
  const site = await startSite()
  // With a fixed clock no session ends, however slow the machine is.
  setClock(new Date())
  try {
    await seedOrdinarySite(site)
    const callers = createCallers(site)
    const costs: Partial<Record<RouteName, RouteCost>> = {}
    for (const name of Object.keys(routes) as RouteName[])
      costs[name] = await measureRoute(site, name, await ordinaryCall(site, callers, name))
    return costs as Record<RouteName, RouteCost>
  } finally {
    setClock(null)
    await site.stop()
  }
}

export function costTable(costs: Record<RouteName, RouteCost>): string {
  const rows = Object.entries(costs).map(([name, { operations, read, write }]) => {
    const { method, path } = routes[name as RouteName]
    return `| ${method} ${path} | ${operations.join(', ') || 'none'} | ${read} | ${write} |`
  })
  return ['| route | operations | read units | write units |', '|---|---|---|---|', ...rows].join('\n')
}

/** Stores a track with every subject, a chapter of 20 resources, 12 free videos and 57 students with an account. */
export async function seedOrdinarySite(site: Site): Promise<void> {
  const subjects = subjectYears([]).flatMap((year) =>
    EXAM_SESSIONS.map((session) => subjectFixture({ year, session })),
  )
  await site.stores.subjects.putAll(subjects)
  await site.stores.resources.putAll([
    ...Array.from({ length: 20 }, (_, index) => resourceFixture({ year: String(2000 + index) })),
    ...Array.from({ length: 12 }, () =>
      resourceFixture({ chapter: 'Dipôle RC', theme: 'electricite', isFree: true, type: 'video' }),
    ),
  ])
  for (let count = 0; count < 57; count += 1) await site.enrol()
}

/** Stores the data of the route's sample request and returns the request of an admitted caller. */
export async function ordinaryCall(site: Site, callers: Callers, name: RouteName): Promise<Call> {
  await seedSamples(site)
  const route = routes[name]
  const caller = await callers.callerFor(route, ADMITTED_CALLERS[route.access])
  const { user, call } = (await preparations[name]?.(site, caller)) ?? caller
  return { ...call, ...sampleCallBy(name, user) }
}

async function declarePayment(site: Site, { user }: Caller): Promise<undefined> {
  await storeOwnRequest(site, user)
}

/** Preparations of some calls, so that they are ordinary ones. */
const preparations: Partial<Record<RouteName, (site: Site, caller: Caller) => Promise<Caller | undefined>>> =
  {
    /** Before the first sign-in there is no session. */
    claimSession: async ({ store, userPool }) => {
      const user = await storeUser(store.table, { lease: null })
      return { user, call: { token: userPool.token(user.id) } }
    },
    /** The user pool needs the account, too. */
    deleteAccount: async ({ userPool }, { user: { id, email } }) => {
      userPool.enrol({ id, email })
      return undefined
    },
    /** The account has just switched its second factor on. */
    recordSecondFactor: async ({ userPool }, { user }) => {
      userPool.enrol({ id: user.id, hasSecondFactor: true })
      return undefined
    },
    /** Questions and help come with Premium. */
    askQuestion: (site) => createCaller(site, 'premium'),
    getExerciseHelp: (site) => createCaller(site, 'premium'),
    correctPayment: declarePayment,
    attachReceipt: declarePayment,
    withdrawPayment: declarePayment,
    /** A student has used the card. */
    undoCard: async ({ store: { table }, stores }) => {
      const student = await storeUser(table, { isPremium: true })
      await stores.cards.putAll([], [{ ...sampleCard, ...usedBy(student, sampleCard.createdAt) }])
      return undefined
    },
    /** The documents have not changed since the previous check. */
    checkDocuments: async (site, { call }) => {
      await site.call(routes.checkDocuments, call)
      return undefined
    },
  }
