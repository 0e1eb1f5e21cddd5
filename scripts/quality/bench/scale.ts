import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Table } from '#functions/data/client.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { administrationOf } from '#functions/test-support/administration.ts'
import { DRIVE_ID, documentedSubject } from '#functions/test-support/content.ts'
import type { Call } from '#functions/test-support/gateway.ts'
import { measureRoute, type RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { settle } from '#functions/test-support/people.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import { startEmulator } from '#scripts/local/table.ts'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { subjectYears } from '#shared/entities/subject.ts'
import { bars } from './bars.ts'
import { addMany, addMeasured, enrolMany } from './crowd.ts'
import { figureOf } from './figure.ts'
import type { PartReport } from './report.ts'

export type Size = { users: number; resources: number }
type ScaleRow = { what: string; small: RouteCost; large: RouteCost; isSame: boolean }

const SMALL: Size = { users: 100, resources: 120 }

/**
 * Bar P13: what each page and change asks of the table with few accounts and resources, and with many. Routes that go over
 * everything by nature are left out: the export, the sync, the check of documents and the import.
 * @param large how many are many
 */
export async function benchScale(large: Size, say: (text: string) => void): Promise<PartReport> {
  const emulator = await startEmulator()
  // The site's proxy, which counts, speaks to the same emulator; what is loaded goes past it.
  process.env.DYNAMODB_ENDPOINT = emulator.endpoint
  const site = await startSite()
  const client = new DynamoDBClient({ endpoint: emulator.endpoint })
  const direct: Table = { client: DynamoDBDocumentClient.from(client), name: site.store.table.name }
  try {
    const measured = await addMeasured(direct)
    await addSubjects(direct)
    await load(direct, { users: 0, resources: 0 }, SMALL, say)
    const { asked, wakeOwner } = await callsOf(site, measured)
    // The first time fills the log, which is measured by its newest ten entries.
    await costsOf(site, asked)
    const before = await costsOf(site, asked)
    const startedAt = performance.now()
    await load(direct, SMALL, large, say)
    const loadedIn = Math.round((performance.now() - startedAt) / 1000)
    // Loading takes minutes, after which a session has lapsed.
    await wakeOwner()
    const after = await costsOf(site, asked)
    return reportOf(large, compared(before, after), loadedIn)
  } finally {
    client.destroy()
    await site.stop()
    await emulator.stop()
  }
}

function reportOf(large: Size, rows: readonly ScaleRow[], loadedIn: number): PartReport {
  const sizeOf = ({ users, resources }: Size) => `${users} comptes et ${resources} ressources`
  const both = `${sizeOf(SMALL)} / ${sizeOf(large)}`
  const differing = rows.filter(({ isSame }) => !isSame)
  const scanning = rows.filter(({ large: cost }) => cost.operations.includes('Scan'))
  const cellsOf = ({ operations, read, write }: RouteCost) => [operations.length, read, write]
  return {
    figures: [
      figureOf(bars.differingCosts, `coûts différents de ${rows.length}, ${both}`, differing.length),
      figureOf(bars.scans, `pages et changements qui parcourent la table, ${both}`, scanning.length),
    ],
    tables: [
      {
        title: `${both} (chargés en ${loadedIn} s) ; a/r : allers-retours, L et É : unités de lecture et d'écriture`,
        head: ['', 'a/r', 'L', 'É', 'a/r', 'L', 'É', ''],
        rows: rows.map(({ what, small, large: many, isSame }) => [
          what,
          ...cellsOf(small),
          ...cellsOf(many),
          isSame ? 'identique' : 'DIFFÉRENT',
        ]),
      },
    ],
  }
}

async function load(table: Table, from: Size, upTo: Size, say: (text: string) => void): Promise<void> {
  say(`${upTo.resources} ressources…`)
  await addMany(table, from.resources, upTo.resources)
  const STEP = 10_000
  for (let users = from.users; users < upTo.users; users += STEP) {
    const next = Math.min(users + STEP, upTo.users)
    await enrolMany(table, users, next)
    say(`${next} comptes…`)
  }
}

async function addSubjects(table: Table): Promise<void> {
  const subjects = subjectYears([]).flatMap((year) =>
    EXAM_SESSIONS.map((session) => documentedSubject({ year, session })),
  )
  await createSubjects(table).putAll(subjects)
}

/** One thing that is measured: a route, and how it is called, made anew for each measurement. */
type Asked = { what: string; route: RouteName; call: () => Promise<Call> }

type Asking = { asked: Asked[]; wakeOwner: () => Promise<unknown> }

async function callsOf(site: Site, resourceId: string): Promise<Asking> {
  const { table } = site.store
  const admin = await administrationOf(site)
  const owner =
    (call: Call = {}) =>
    () =>
      Promise.resolve({ ...admin.credentials, ...call })
  const student = async (changes: object = {}): Promise<Call> => {
    const { id, lease: session } = await settle(table, { isPremium: true, ...changes })
    return { token: site.userPool.token(id), sessionId: session?.id }
  }
  const aStudent = async () => (await settle(table)).id
  const chapter = { track: 'science-math', theme: 'ondes', chapter: '1' }
  const pageOf = (route: RouteName, query: Record<string, string>, what: string): Asked[] => [
    { what: `${what}, page 1`, route, call: owner({ query: { limit: '50', ...query } }) },
    {
      what: `${what}, page 2`,
      route,
      call: async () => {
        const first = await admin.asOwner(routes[route], { query: { limit: '50', ...query } })
        const cursor = String(first.json.nextCursor)
        return owner({ query: { limit: '50', ...query, cursor } })()
      },
    },
  ]
  const asked: Asked[] = [
    { what: "sujets d'une filière", route: 'listSubjects', call: async () => ({ query: { track: 'SM' } }) },
    { what: 'un chapitre', route: 'getChapter', call: async () => ({ params: chapter }) },
    { what: 'vidéos gratuites', route: 'listVideos', call: async () => ({}) },
    { what: 'prise de session', route: 'claimSession', call: () => student({ session: null }) },
    { what: 'session', route: 'readSession', call: () => student() },
    { what: 'battement', route: 'renewSession', call: () => student() },
    { what: 'déconnexion', route: 'clearSession', call: () => student() },
    {
      what: 'ticket',
      route: 'getTicket',
      call: async () => ({ ...(await student()), params: { id: resourceId } }),
    },
    {
      what: 'progression',
      route: 'listProgress',
      call: async () => ({ ...(await student()), query: { track: 'SM' } }),
    },
    {
      what: 'marque',
      route: 'markDocuments',
      call: async () => ({
        ...(await student()),
        params: chapter,
        body: { marks: [{ id: resourceId, mark: 'done' }] },
      }),
    },
    { what: 'suppression de son compte', route: 'deleteAccount', call: () => student() },
    ...pageOf('listUsers', {}, 'utilisateurs'),
    ...pageOf('listUsers', { search: '@x' }, 'utilisateurs trouvés'),
    ...pageOf('listPremium', {}, 'comptes Premium'),
    ...pageOf('listResources', {}, 'ressources'),
    ...pageOf('listResources', { search: 'enonce' }, 'ressources trouvées'),
    {
      what: 'un utilisateur',
      route: 'getUser',
      call: async () => owner({ params: { id: await aStudent() } })(),
    },
    { what: "vue d'ensemble", route: 'getOverview', call: owner() },
    { what: 'sujets gérés', route: 'listManagedSubjects', call: owner() },
    { what: 'journal', route: 'listAudit', call: owner({ query: { limit: '10' } }) },
    { what: 'activité', route: 'listActivity', call: owner() },
    { what: 'adresses bloquées', route: 'listBlocked', call: owner() },
    { what: 'documents en panne', route: 'listBrokenDocuments', call: owner() },
    {
      what: 'Premium donné',
      route: 'setPremium',
      call: async () => owner({ params: { id: await aStudent() }, body: { isPremium: true } })(),
    },
    {
      what: 'session libérée',
      route: 'releaseSession',
      call: async () => owner({ params: { id: await aStudent() } })(),
    },
    {
      what: 'utilisateur supprimé',
      route: 'deleteUser',
      call: async () => owner({ params: { id: await aStudent() } })(),
    },
    {
      what: 'adresse bloquée',
      route: 'blockEmail',
      call: async () => owner({ body: { email: (await settle(table)).email, reason: 'Fraude' } })(),
    },
    {
      what: 'ressource ajoutée',
      route: 'addResource',
      call: async () => owner({ body: newResource() })(),
    },
    {
      what: 'ressource modifiée',
      route: 'updateResource',
      call: async () => owner({ params: { id: await addOne(admin) }, body: newResource() })(),
    },
    {
      what: 'ressource supprimée',
      route: 'deleteResource',
      call: async () => owner({ params: { id: await addOne(admin) } })(),
    },
  ]
  return { asked, wakeOwner: () => admin.asOwner(routes.renewSession) }
}

const RESOURCE = {
  track: 'SM',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2020',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  isFree: false,
  file: DRIVE_ID,
}

/** The same content again would be the same resource: each has a word of its own, always as long. */
const newResource = () => ({ ...RESOURCE, title: `Énoncé ${randomUUID().replaceAll('-', '')}` })

async function addOne(admin: Awaited<ReturnType<typeof administrationOf>>): Promise<string> {
  const { json } = await admin.asOwner(routes.addResource, { body: newResource() })
  return String(json.id)
}

async function costsOf(site: Site, asked: readonly Asked[]): Promise<Map<string, RouteCost>> {
  const costs = new Map<string, RouteCost>()
  for (const { what, route, call } of asked) costs.set(what, await measureRoute(site, route, await call()))
  return costs
}

function compared(before: Map<string, RouteCost>, after: Map<string, RouteCost>): ScaleRow[] {
  return [...before].flatMap(([what, small]) => {
    const large = after.get(what)
    return large ? [{ what, small, large, isSame: JSON.stringify(small) === JSON.stringify(large) }] : []
  })
}
