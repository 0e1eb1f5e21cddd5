import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { subjectYears } from '#shared/domain/subject.ts'
import { resourcesOf } from '../data/resources.ts'
import { subjectsOf } from '../data/subjects.ts'
import { DRIVE_ID, documentedResource, documentedSubject } from '../test-support/content.ts'
import { driveFile } from '../test-support/drive.ts'
import type { Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

const FOLDER = '1FolderFolderFolderFolder'

let site: Site
let premium: Call
let owner: Call
let studentId: string

/** A track with every subject, a chapter of 20 resources, 12 free videos, 60 profiles, 58 of them with an account. */
beforeAll(async () => {
  site = await startSite()
  const { table } = site.store
  const subjects = subjectYears([]).flatMap((year) =>
    EXAM_SESSIONS.map((session) => documentedSubject({ year, session })),
  )
  await subjectsOf(table).putAll(subjects)
  await resourcesOf(table).putAll([
    ...Array.from({ length: 20 }, (_, index) => documentedResource({ year: String(2000 + index) })),
    ...Array.from({ length: 12 }, () =>
      documentedResource({ chapter: 'Dipôle RC', theme: 'electricite', isFree: true, type: 'video' }),
    ),
    resource,
  ])
  for (let count = 0; count < 58; count += 1) {
    const { id, email } = await settle(table)
    studentId = id
    site.userPool.directory.enrol({ id, email })
  }
  site.drive.files.set(DRIVE_ID, driveFile({ folder: FOLDER }))
  premium = await callOf({ isPremium: true })
  owner = await ownerCall()
}, 60_000)
afterAll(() => site.stop())

/** Every route that is built, called as an ordinary day calls it. */
const calls: Partial<Record<RouteName, () => Call | Promise<Call>>> = {
  getHealth: () => ({}),
  listSubjects: () => ({ query: { track: 'SM' } }),
  getChapter: () => ({ params: { track: 'science-math', theme: 'ondes', chapter: '1' } }),
  listVideos: () => ({}),
  claimSession: async () => ({
    token: site.userPool.token((await settle(site.store.table, { session: null })).id),
  }),
  readSession: () => premium,
  renewSession: () => premium,
  clearSession: () => callOf({}),
  deleteAccount: () => callOf({}),
  endSignIns: () => callOf({}),
  recordSecondFactor: async () => {
    const id = randomUUID()
    site.userPool.directory.enrol({ id, hasSecondFactor: true })
    return callOf({ id, isAdmin: true })
  },
  markDocuments: () => ({
    ...premium,
    params: { track: 'science-math', theme: 'ondes', chapter: '1' },
    body: { marks: [{ id: studentId, mark: 'done' }] },
  }),
  listProgress: () => ({ ...premium, query: { track: 'SM' } }),
  getTicket: () => ({ ...premium, params: { id: 'bac-SM-2024-Normale' } }),
  listUsers: () => owner,
  getUser: () => ({ ...owner, params: { id: studentId } }),
  setPremium: () => ({ ...owner, params: { id: studentId }, body: { isPremium: true } }),
  deleteUser: async () => ({ ...owner, params: { id: (await settle(site.store.table)).id } }),
  diagnoseSession: () => ({ ...owner, params: { id: studentId } }),
  releaseSession: () => ({ ...owner, params: { id: studentId } }),
  syncUsers: () => owner,
  listPremium: () => owner,
  getOverview: () => owner,
  addSubject: () => ({ ...owner, body: { track: 'PC', year: '2024', session: 'Normale', file: DRIVE_ID } }),
  listManagedSubjects: () => owner,
  deleteSubject: () => ({ ...owner, params: { id: 'bac-SM-2008-Normale' } }),
  listResources: () => owner,
  getResource: () => ({ ...owner, params: { id: resource.id } }),
  addResource: () => ({ ...owner, body: resourceInput({ title: 'Énoncé : Dipôle RC - 2020' }) }),
  updateResource: () => ({
    ...owner,
    params: { id: resource.id },
    body: resourceInput({ title: 'Corrigé : Dipôle RC - 2020' }),
  }),
  deleteResource: () => ({ ...owner, params: { id: resource.id } }),
  importResources: () => ({ ...owner, body: csv, headers: { 'content-type': 'text/csv' } }),
  exportResources: () => owner,
  listBrokenDocuments: () => owner,
  checkDocuments: async () => {
    // What is checked every day has not changed since the day before.
    await site.call(routes.checkDocuments, owner)
    return owner
  },
  checkReference: () => ({ ...owner, query: { file: DRIVE_ID, type: 'pdf' } }),
  listFolder: () => ({ ...owner, query: { folder: FOLDER } }),
  listAudit: () => owner,
  listActivity: () => owner,
  listBlocked: () => owner,
  blockEmail: async () => ({
    ...owner,
    body: { email: (await settle(site.store.table)).email, reason: 'Fraude' },
  }),
  unblockEmail: async () => {
    const { email } = await settle(site.store.table)
    await site.call(routes.blockEmail, { ...owner, body: { email, reason: 'Fraude' } })
    return { ...owner, params: { email } }
  },
}

const resource = documentedResource({ title: 'Énoncé : Dipôle RC - 2019' })

function resourceInput(changes: object) {
  const { title, track, theme, chapter, year, session, resourceType, type, isFree } = resource
  const input = { title, track, theme, chapter, year, session, resourceType, type, isFree, file: DRIVE_ID }
  return { ...input, ...changes }
}

/** Two new lines, and one of what is there. */
const csv = [
  'track;theme;chapter;year;session;resourceType;type;title;file',
  `SM;ondes;1;2001;Normale;exercise;pdf;Énoncé;${DRIVE_ID}`,
  `SM;ondes;1;2002;Normale;exercise;pdf;Énoncé;${DRIVE_ID}`,
  `SM;ondes;1;2000;Rattrapage;correction;pdf;Ondes mécaniques - 2019;${DRIVE_ID}`,
].join('\n')

const page = readFileSync(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8')

test.each(Object.entries(calls))('docs/access-patterns.md tells what %s costs', async (name, callOfRoute) => {
  const route = routes[name as RouteName]
  const call = await callOfRoute()
  site.store.operations.clear()
  const { status } = await site.call(route, call)
  expect(status).toBe(route.status)
  const { read, write } = site.store.units()
  const operations = site.store.operations.list().join(', ') || 'none'
  expect(page).toContain(`| ${route.method} ${route.path} | ${operations} | ${read} | ${write} |`)
})

test('every route that is built is measured', async () => {
  const built = await Promise.all(
    Object.entries(routes).map(async ([name, route]) => {
      const params = { id: randomUUID(), email: 'eleve@exemple.test' }
      // Each by an owner of his own: one of the routes is the sign-out.
      const call = { ...(await ownerCall()), params }
      return (await site.call(route, call)).status === 501 ? [] : [name]
    }),
  )
  expect(Object.keys(calls).toSorted()).toEqual(built.flat().toSorted())
})

const ownerCall = () => callOf({ email: PRIMARY_OWNER, isAdmin: true })

async function callOf(changes: Parameters<typeof settle>[1]): Promise<Call> {
  const user = await settle(site.store.table, changes)
  return { token: site.userPool.token(user.id), sessionId: user.session?.id }
}
