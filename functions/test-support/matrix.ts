import type { RouteName } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { CALLERS, type CallerName } from './callers.ts'
import { DRIVE_ID, documentedResource, documentedSubject } from './content.ts'
import type { Call } from './gateway.ts'
import { PRIMARY_OWNER } from './people.ts'
import type { Site } from './site.ts'

/** What each caller hears, such as '403 OWNER_REQUIRED'. */
type Row = Record<CallerName, string>

const UNKNOWN = '401 AUTHENTICATION_REQUIRED'

/** Who may not act whatever the route, unless it is public. */
const loses = {
  anonymous: UNKNOWN,
  blocked: '403 ACCOUNT_BLOCKED',
  'blocked admin': '403 ACCOUNT_BLOCKED',
  deleted: '404 PROFILE_NOT_FOUND',
  'lost session': '403 SESSION_INACTIVE',
  'stale session': '403 SESSION_INACTIVE',
  "another account's session": '403 SESSION_INACTIVE',
  'no session header': '403 SESSION_INACTIVE',
  'signed out': UNKNOWN,
  'signed in before the password changed': UNKNOWN,
}

const everyone = (pass: string): Row => Object.fromEntries(CALLERS.map((caller) => [caller, pass])) as Row
const users = (pass: string, others: Partial<Row> = {}): Row => ({ ...everyone(pass), ...loses, ...others })
const premium = (pass: string) =>
  users(pass, {
    free: '403 PREMIUM_REQUIRED',
    'expired premium': '403 PREMIUM_REQUIRED',
    'owner address without admin flag': '403 PREMIUM_REQUIRED',
  })
const only = (pass: string, refusal: string, others: Partial<Row> = {}) =>
  users(pass, {
    free: refusal,
    premium: refusal,
    'premium with an end to come': refusal,
    'expired premium': refusal,
    'owner address without admin flag': refusal,
    ...others,
  })
const admins = (pass: string) => only(pass, '403 ADMIN_REQUIRED')
const owners = (pass: string) => only(pass, '403 OWNER_REQUIRED', { 'non-owner admin': '403 OWNER_REQUIRED' })

const resourceBody = {
  title: 'Dipôle RC - 2020',
  track: 'SM',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2020',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  file: DRIVE_ID,
  isFree: false,
}
const subjectBody = { track: 'SM', year: '2031', session: 'Normale', file: DRIVE_ID }
const BLOCKED = 'bloque@exemple.test'
const CSV = 'track;theme;chapter;year;session;resourceType;type;title;file'

/** The parts of a good request: by whom, and about whom where it is about somebody. */
type Asking = (caller: User, other: User) => Pick<Call, 'params' | 'query' | 'body' | 'headers'>
const nothing: Asking = () => ({})
const onOther: Asking = (_, { id }) => ({ params: { id } })
const onDocument: Asking = () => ({ params: { id: 'document-1' } })

/** The authorisation matrix (bar S1): a good request to each route, and what every caller hears. */
export const matrix: Record<RouteName, { row: Row; ask: Asking }> = {
  getHealth: { row: everyone('200'), ask: nothing },
  listSubjects: { row: everyone('200'), ask: () => ({ query: { track: 'SM' } }) },
  getChapter: {
    row: everyone('200'),
    ask: () => ({ params: { track: 'science-math', theme: 'ondes', chapter: '1' } }),
  },
  listVideos: { row: everyone('200'), ask: nothing },
  claimSession: {
    row: users('200', {
      'lost session': '409 SESSION_ALREADY_ACTIVE',
      'stale session': '200',
      "another account's session": '409 SESSION_ALREADY_ACTIVE',
      'no session header': '409 SESSION_ALREADY_ACTIVE',
    }),
    ask: nothing,
  },
  readSession: { row: users('200'), ask: nothing },
  renewSession: { row: users('200', { 'stale session': '200' }), ask: nothing },
  clearSession: {
    row: {
      ...everyone('204'),
      anonymous: UNKNOWN,
      'signed in before the password changed': UNKNOWN,
    },
    ask: nothing,
  },
  deleteAccount: {
    row: users('204', {
      'non-owner admin': '403 OWNER_REQUIRED',
      'owner address without admin flag': '403 OWNER_REQUIRED',
      'second owner': '403 OWNER_REQUIRED',
      'primary owner': '403 OWNER_REQUIRED',
    }),
    ask: nothing,
  },
  endSignIns: { row: users('204'), ask: nothing },
  recordSecondFactor: { row: admins('200'), ask: nothing },
  listProgress: { row: users('200'), ask: () => ({ query: { track: 'SM' } }) },
  markDocuments: {
    row: users('200'),
    ask: () => ({
      params: { track: 'science-math', theme: 'ondes', chapter: '1' },
      body: { marks: [{ id: 'document-1', mark: 'done' }] },
    }),
  },
  getTicket: { row: premium('200'), ask: onDocument },
  addSubject: { row: admins('201'), ask: () => ({ query: { replace: 'true' }, body: subjectBody }) },
  listManagedSubjects: { row: owners('200'), ask: nothing },
  deleteSubject: { row: owners('204'), ask: () => ({ params: { id: 'bac-SM-2030-Normale' } }) },
  listUsers: { row: owners('200'), ask: nothing },
  getUser: { row: owners('200'), ask: onOther },
  deleteUser: { row: owners('204'), ask: onOther },
  setPremium: {
    row: owners('200'),
    ask: (_, { id }) => ({ params: { id }, body: { isPremium: true } }),
  },
  diagnoseSession: { row: owners('200'), ask: onOther },
  releaseSession: { row: owners('204'), ask: onOther },
  syncUsers: { row: owners('200'), ask: nothing },
  listPremium: { row: owners('200'), ask: nothing },
  getOverview: { row: owners('200'), ask: nothing },
  listBrokenDocuments: { row: owners('200'), ask: nothing },
  checkDocuments: { row: owners('200'), ask: nothing },
  checkReference: { row: owners('200'), ask: () => ({ query: { file: DRIVE_ID, type: 'pdf' } }) },
  // Drive knows no such folder.
  listFolder: { row: owners('404 DOCUMENT_UNAVAILABLE'), ask: () => ({ query: { folder: DRIVE_ID } }) },
  listResources: { row: owners('200'), ask: nothing },
  addResource: { row: owners('201'), ask: () => ({ body: resourceBody }) },
  getResource: { row: owners('200'), ask: onDocument },
  updateResource: {
    row: owners('200'),
    ask: () => ({ params: { id: 'document-1' }, body: resourceBody }),
  },
  deleteResource: { row: owners('204'), ask: onDocument },
  importResources: {
    row: owners('200'),
    ask: () => ({ body: CSV, headers: { 'content-type': 'text/csv' } }),
  },
  exportResources: { row: owners('200'), ask: nothing },
  listAudit: { row: owners('200'), ask: nothing },
  listActivity: { row: owners('200'), ask: nothing },
  listBlocked: { row: owners('200'), ask: nothing },
  blockEmail: { row: owners('201'), ask: (_, { email }) => ({ body: { email, reason: 'Fraude' } }) },
  unblockEmail: { row: owners('204'), ask: () => ({ params: { email: BLOCKED } }) },
}

/** Puts what the good requests are about (back) into the table. */
export async function settleMatrix({ store: { table } }: Site): Promise<void> {
  await Promise.all([
    createResources(table).putAll([documentedResource({ id: 'document-1' })]),
    createSubjects(table).putAll([documentedSubject({ year: '2030' })]),
    createBlockedEmails(table).putAll([
      {
        email: BLOCKED,
        reason: 'Fraude',
        blockedAt: '2026-01-01T00:00:00.000Z',
        blockedBy: PRIMARY_OWNER,
      },
    ]),
  ])
}
