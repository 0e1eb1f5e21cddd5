import { createResources } from '#functions/data/resources.ts'
import { userKind } from '#functions/data/stored-user.ts'
import { putMany } from '#functions/data/table/write.ts'
import { type Administration, createAdministration } from '#functions/test-support/administration.ts'
import { createCallers } from '#functions/test-support/callers.ts'
import { resourceFixture } from '#functions/test-support/content.ts'
import { measureRoute, ordinaryCall, seedOrdinarySite } from '#functions/test-support/ordinary-calls.ts'
import { userFixture } from '#functions/test-support/people.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { Figure } from '../limits.ts'
import { type Log, median } from './report.ts'

const FEW = 100
const SEARCHED = 10_000
const SEARCHES = 5

const STUDENT_ROUTES = (Object.keys(routes) as RouteName[]).filter(
  (name) => !['owner', 'admin'].includes(routes[name].access) && name !== 'getHealth',
)

/** @param many accounts; 100,000 take minutes */
export async function measureScale(many: number, log: Log): Promise<Figure[]> {
  const site = await startSite()
  try {
    await seedOrdinarySite(site)
    const admin = await createAdministration(site)
    await addUsers(site, 0, FEW)
    const few = await measureUnits(site)
    log(`${FEW} accounts`)
    await addUsers(site, FEW, SEARCHED)
    await addResources(site, SEARCHED)
    const searches = [
      await measureSearch(admin, routes.listUsers, '77@x', (row) => String(row['email'])),
      await measureSearch(admin, routes.listResources, '77', (row) => String(row['title'])),
    ]
    log(`searches over ${SEARCHED} rows`)
    await addUsers(site, SEARCHED, many, log)
    const after = await measureUnits(site)
    const changed = STUDENT_ROUTES.filter((name) => few[name] !== after[name])
    for (const name of changed) log(`${name}: ${few[name]}, with ${many} accounts ${after[name]}`)
    const of = `${STUDENT_ROUTES.length} routes, ${FEW} and ${many} accounts`
    return [{ limit: 'changedUnits', of, value: changed.length }, ...searches.flat()]
  } finally {
    await site.stop()
  }
}

type UnitsByRoute = Partial<Record<RouteName, string>>

/** Returns the second of two calls of each route: the first creates items, and reads what functions know for a minute. */
async function measureUnits(site: Site): Promise<UnitsByRoute> {
  const callers = createCallers(site)
  const costs: UnitsByRoute = {}
  for (const name of [...STUDENT_ROUTES, ...STUDENT_ROUTES]) {
    const call = await ordinaryCall(site, callers, name)
    const { operations, read, write } = await measureRoute(site, name, call)
    costs[name] = `${operations.join(', ')}, ${read} units read, ${write} written`
  }
  return costs
}

/** Each a second newer than the one before. */
async function addUsers(
  { store }: Site,
  from: number,
  upTo: number,
  log: Log = () => undefined,
): Promise<void> {
  const STEP = 10_000
  for (let start = from; start < upTo; start += STEP) {
    const users = Array.from({ length: Math.min(STEP, upTo - start) }, (_, index) =>
      userFixture({ email: `eleve-${start + index}@x.ma`, lease: null, createdAt: createdAt(start + index) }),
    )
    await putMany(store.table, users.map(userKind.item))
    log(`${start + users.length} accounts`)
  }
}

/** Adds resources to another chapter than the one that students open. */
async function addResources({ store }: Site, count: number): Promise<void> {
  const resources = Array.from({ length: count }, (_, index) =>
    resourceFixture({
      title: `Énoncé ${index}`,
      theme: 'electricite',
      chapter: 'Dipôle RC',
      createdAt: createdAt(index),
    }),
  )
  await createResources(store.table).putAll(resources)
}

function createdAt(second: number): string {
  return new Date(Date.UTC(2030, 0, 1) + second * 1_000).toISOString()
}

async function measureSearch(
  admin: Administration,
  route: Route,
  search: string,
  textOf: (row: Record<string, unknown>) => string,
): Promise<Figure[]> {
  const everything = await readPages(admin, route, {})
  const expected = everything.filter((row) => textOf(row).includes(search)).map(({ id }) => id)
  const found = (await readPages(admin, route, { search })).map(({ id }) => id)
  const wrong =
    Math.max(expected.length, found.length) - expected.filter((id, index) => id === found[index]).length
  const seconds: number[] = []
  for (let round = 0; round < SEARCHES; round += 1) {
    const start = performance.now()
    await admin.asOwner(route, { query: { search, limit: '50' } })
    seconds.push((performance.now() - start) / 1_000)
  }
  const of = `${route.method} ${route.path}, ${everything.length} rows, ${expected.length} found`
  return [
    { limit: 'searchDifferences', of, value: expected.length === 0 ? Number.NaN : wrong },
    { limit: 'searchTime', of, value: median(seconds) },
  ]
}

async function readPages(
  admin: Administration,
  route: Route,
  query: Record<string, string>,
): Promise<Record<string, unknown>[]> {
  // Renews the session, since loading takes longer than a session lives without a heartbeat.
  await admin.asOwner(routes.renewSession)
  const rows: Record<string, unknown>[] = []
  let cursor: string | null = null
  do {
    const page = await admin.asOwner(route, { query: { ...query, limit: '100', ...(cursor && { cursor }) } })
    rows.push(...(page.json['items'] as Record<string, unknown>[]))
    cursor = page.json['nextCursor'] as string | null
  } while (cursor !== null)
  return rows
}
