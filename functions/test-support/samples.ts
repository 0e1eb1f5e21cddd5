import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import type { Route, SampleRequest } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleFolder, sampleSubjectInput } from '#shared/contract/samples.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import {
  NEW_CARD_BATCH,
  sampleBlockedEmail,
  sampleCard,
  sampleCardBatch,
  sampleCopy,
  sampleFreeSubject,
  sampleNotice,
  sampleReport,
  sampleResource,
  sampleSubject,
  sampleUser,
} from '#shared/entities/samples.ts'
import { type User } from '#shared/entities/user.ts'
import { SYSTEM } from '../data/audit-entry.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { createCards } from '../data/cards.ts'
import type { Table } from '../data/client.ts'
import { createCopies } from '../data/copies.ts'
import {
  blockedKey,
  cardBatchKey,
  type ItemKey,
  noticeKey,
  settingsKey,
  subjectItemKey,
} from '../data/keys.ts'
import { createReports } from '../data/reports.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { createUsers } from '../data/users.ts'
import type { Call } from './gateway.ts'
import { storeUser } from './people.ts'
import type { Site } from './site.ts'

/**
 * A route's sample request, as a call without its caller's token and session id.
 * @param replacements texts of the sample by what stands in their place, wherever they occur, also inside longer texts
 *   (an id of a subject, a line of an import): `sampleCall('setPremium', { [sampleUser.id]: student.id })`. A call
 *   that is repeated takes a target of its own this way.
 */
export function sampleCall(
  name: RouteName,
  replacements: Readonly<Record<string, string>> = {},
): Pick<Call, 'params' | 'query' | 'body' | 'headers'> {
  const { sample, csv }: Route = routes[name]
  const { params, query, body } = replaceTexts(sample, replacements) as SampleRequest
  return {
    ...(params && { params }),
    ...(query && {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    }),
    ...(body !== undefined && { body }),
    ...(csv.includes('body') && { headers: { 'content-type': 'text/csv' } }),
  }
}

/** The sample request about another student than the sample's. */
export function sampleCallAbout(name: RouteName, { id, email }: Pick<User, 'id' | 'email'>): Call {
  return sampleCall(name, { [sampleUser.id]: id, [sampleUser.email]: email })
}

/** Whether the sample request is about an account or an address: its answer may depend on whose it is. */
export function isAboutAccount(name: RouteName): boolean {
  const text = JSON.stringify(routes[name].sample)
  return [sampleUser.id, sampleUser.email, sampleBlockedEmail.email].some((part) => text.includes(part))
}

/** The account behind the blocked address of the samples. */
const blockedStudent = {
  id: '22222222-2222-4222-8222-222222222222',
  email: sampleBlockedEmail.email,
  blockedAt: sampleBlockedEmail.blockedAt,
}

/** Stores what the sample requests are about, or puts it back after a request changed or deleted it. */
export async function seedSamples({ store, userPool, drive }: Site): Promise<void> {
  const { table } = store
  await remove(table, subjectItemKey(sampleSubjectInput))
  await remove(table, settingsKey)
  await remove(table, cardBatchKey(NEW_CARD_BATCH))
  const { id, email } = sampleUser
  await replaceUser(table, { id, email })
  await replaceUser(table, blockedStudent)
  await Promise.all([
    createResources(table).putAll([sampleResource]),
    createSubjects(table).putAll([sampleSubject, sampleFreeSubject]),
    createBlockedEmails(table).putAll([sampleBlockedEmail]),
    createCopies(table).putAll([sampleCopy]),
    createReports(table).putAll([sampleReport]),
    createCards(table).putAll([sampleCardBatch], [sampleCard]),
    storeNotice(table),
  ])
  userPool.enrol({ id, email })
  userPool.enrol({ id: blockedStudent.id, email: blockedStudent.email })
  drive.files.set(SAMPLE_DRIVE_ID, driveFile({ folder: sampleFolder }))
}

/** By the system, so that no owner has caused it. */
async function storeNotice({ client, name }: Table): Promise<void> {
  const Item = { ...noticeKey(sampleNotice.id), ...sampleNotice, actor: SYSTEM, acknowledged: {} }
  await client.send(new PutCommand({ TableName: name, Item }))
}

/** Stores the user as if nothing had happened to their account or their address. */
async function replaceUser(table: Table, user: Partial<User> & Pick<User, 'id' | 'email'>): Promise<User> {
  const users = createUsers(table)
  const stored = await users.find(user.id)
  if (stored) await users.removeProfile(stored)
  await remove(table, blockedKey(user.email))
  return storeUser(table, user)
}

async function remove({ client, name }: Table, key: ItemKey): Promise<void> {
  await client.send(new DeleteCommand({ TableName: name, Key: key }))
}

function replaceTexts(value: unknown, replacements: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacements))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replacements)]),
  )
}
