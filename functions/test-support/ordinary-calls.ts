import { randomUUID } from 'node:crypto'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { subjectYears } from '#shared/entities/subject.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { DRIVE_ID, documentedResource, documentedSubject } from './content.ts'
import { driveFile } from './drive.ts'
import type { Call } from './gateway.ts'
import { PRIMARY_OWNER, settle } from './people.ts'
import type { Site } from './site.ts'
import type { Units } from './table.ts'

/** What one call of a route asks of the table: round trips in the order in which they are made, and capacity units. */
export type RouteCost = Units & { operations: string[] }

/** Every route by name, and how an ordinary day calls it; in this order, since some undo what others did. */
export type OrdinaryCalls = Record<RouteName, () => Call | Promise<Call>>

const FOLDER = '1FolderFolderFolderFolder'

/** @throws Error when the call does not go well */
export async function costOf(site: Site, name: RouteName, call: Call): Promise<RouteCost> {
  const route = routes[name]
  site.store.operations.clear()
  const { status, text } = await site.call(route, call)
  if (status !== route.status) throw new Error(`${name}: ${status} ${text}`)
  return { operations: site.store.operations.list(), ...site.store.units() }
}

/** Fills a site: a track with every subject, a chapter of 20 resources, 12 free videos, 60 profiles, 58 of them with an account. */
export async function ordinaryCalls(site: Site): Promise<OrdinaryCalls> {
  const { table } = site.store
  const subjects = subjectYears([]).flatMap((year) =>
    EXAM_SESSIONS.map((session) => documentedSubject({ year, session })),
  )
  const resource = documentedResource({ title: 'Énoncé : Dipôle RC - 2019' })
  await createSubjects(table).putAll(subjects)
  await createResources(table).putAll([
    ...Array.from({ length: 20 }, (_, index) => documentedResource({ year: String(2000 + index) })),
    ...Array.from({ length: 12 }, () =>
      documentedResource({ chapter: 'Dipôle RC', theme: 'electricite', isFree: true, type: 'video' }),
    ),
    resource,
  ])
  let studentId = ''
  for (let count = 0; count < 58; count += 1) {
    const { id, email } = await settle(table)
    studentId = id
    site.userPool.directory.enrol({ id, email })
  }
  site.drive.files.set(DRIVE_ID, driveFile({ folder: FOLDER }))
  const callOf = async (changes: Parameters<typeof settle>[1]): Promise<Call> => {
    const user = await settle(table, changes)
    return { token: site.userPool.token(user.id), sessionId: user.lease?.id }
  }
  const premium = await callOf({ isPremium: true })
  const owner = await callOf({ email: PRIMARY_OWNER, isAdmin: true })
  return {
    getHealth: () => ({}),
    listSubjects: () => ({ query: { track: 'SM' } }),
    getChapter: () => ({ params: { track: 'science-math', theme: 'ondes', chapter: '1' } }),
    listVideos: () => ({}),
    claimSession: async () => ({
      token: site.userPool.token((await settle(table, { lease: null })).id),
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
    deleteUser: async () => ({ ...owner, params: { id: (await settle(table)).id } }),
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
    addResource: () => ({ ...owner, body: resourceInput(resource, { title: 'Énoncé : Dipôle RC - 2020' }) }),
    updateResource: () => ({
      ...owner,
      params: { id: resource.id },
      body: resourceInput(resource, { title: 'Corrigé : Dipôle RC - 2020' }),
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
      body: { email: (await settle(table)).email, reason: 'Fraude' },
    }),
    unblockEmail: async () => {
      const { email } = await settle(table)
      await site.call(routes.blockEmail, { ...owner, body: { email, reason: 'Fraude' } })
      return { ...owner, params: { email } }
    },
  }
}

function resourceInput(resource: Resource, changes: object) {
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
