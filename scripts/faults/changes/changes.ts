import * as resourceRoutes from '#shared/contract/admin-resources.ts'
import * as securityRoutes from '#shared/contract/admin-security.ts'
import * as subjectRoutes from '#shared/contract/admin-subjects.ts'
import * as userRoutes from '#shared/contract/admin-users.ts'
import type { Route } from '#shared/contract/route.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type SubjectKey, subjectId } from '#shared/entities/subject.ts'
import type { Payment } from '#shared/entities/user.ts'
import type { Model } from '../ledger/model.ts'
import type { Call } from '../product/call-api.ts'

/** A line of an import: its year alone tells it from the others of one lane. */
export type ImportLine = { year: string; session: SubjectKey['session']; title: string }

/** A resource as a lane writes it: in one chapter, told apart by its title. */
export type ResourceText = { title: string; description: string; year: string }

/** What an owner may change, as one call. */
export type Change =
  | { kind: 'setPremium'; email: string; userId: string; isPremium: boolean; payment?: Payment }
  | { kind: 'blockEmail'; email: string; reason: string }
  | { kind: 'unblockEmail'; email: string }
  | { kind: 'deleteUser'; email: string; userId: string }
  | { kind: 'releaseSession'; email: string; userId: string }
  | { kind: 'syncUsers' }
  | { kind: 'addSubject'; key: SubjectKey; file: string; replace: boolean }
  | { kind: 'deleteSubject'; key: SubjectKey }
  | { kind: 'addResource'; text: ResourceText }
  | { kind: 'updateResource'; id: string; text: ResourceText }
  | { kind: 'deleteResource'; id: string; title: string }
  | { kind: 'importResources'; lines: ImportLine[] }

export type ChangeKind = Change['kind']

export const CHANGE_ROUTES: Record<ChangeKind, Route> = {
  setPremium: userRoutes.setPremium,
  blockEmail: securityRoutes.blockEmail,
  unblockEmail: securityRoutes.unblockEmail,
  deleteUser: userRoutes.deleteUser,
  releaseSession: userRoutes.releaseSession,
  syncUsers: userRoutes.syncUsers,
  addSubject: subjectRoutes.addSubject,
  deleteSubject: subjectRoutes.deleteSubject,
  addResource: resourceRoutes.addResource,
  updateResource: resourceRoutes.updateResource,
  deleteResource: resourceRoutes.deleteResource,
  importResources: resourceRoutes.importResources,
}

export const CHANGE_KINDS = Object.keys(CHANGE_ROUTES) as ChangeKind[]

/** The call that makes a change. */
export function callOf(change: Change): Call {
  const route = CHANGE_ROUTES[change.kind]
  switch (change.kind) {
    case 'setPremium': {
      const { isPremium, payment } = change
      return { route, params: { id: change.userId }, body: { isPremium, ...(payment && { payment }) } }
    }
    case 'blockEmail':
      return { route, body: { email: change.email, reason: change.reason } }
    case 'unblockEmail':
      return { route, params: { email: change.email } }
    case 'deleteUser':
    case 'releaseSession':
      return { route, params: { id: change.userId } }
    case 'syncUsers':
      return { route }
    case 'addSubject': {
      const { key, file, replace } = change
      return { route, query: { replace: String(replace) }, body: { ...key, file } }
    }
    case 'deleteSubject':
      return { route, params: { id: subjectId(change.key) } }
    case 'addResource':
      return { route, body: resourceBody(change.text) }
    case 'updateResource':
      return { route, params: { id: change.id }, body: resourceBody(change.text) }
    case 'deleteResource':
      return { route, params: { id: change.id } }
    case 'importResources':
      return { route, body: csvOf(change.lines) }
  }
}

/** A line of the log that a change brings with it. `subject`: whose changes come one after the other. */
export type Expected = { subject: string; matches: (entry: AuditEntry) => boolean }

/** The audit entry that a change must leave; null: none, since all is as wanted or nobody can say beforehand. */
export function expectedOf(change: Change, stood: Model): Expected | null {
  switch (change.kind) {
    case 'setPremium': {
      const { email, isPremium, payment } = change
      const user = stood.users.get(email)
      if (user?.isPremium === isPremium && !payment) return null
      return entry(email, 'UPDATE_PREMIUM', ({ after }) => after?.isPremium === isPremium)
    }
    case 'blockEmail':
      if (stood.blocks.has(change.email)) return null
      return entry(change.email, 'CREATE_BLOCK', ({ after }) => after?.reason === change.reason)
    case 'unblockEmail':
      return entry(change.email, 'DELETE_BLOCK')
    case 'deleteUser':
      return entry(change.email, 'DELETE_USER')
    case 'releaseSession':
      return entry(change.email, 'DELETE_SESSION')
    case 'syncUsers':
      return null
    case 'addSubject': {
      const id = subjectId(change.key)
      const file = stood.subjects.get(id)?.file
      if (file === change.file) return null
      const action = file === undefined ? 'CREATE_SUBJECT' : 'UPDATE_SUBJECT'
      return entry(id, action, ({ after }) => after?.file === change.file)
    }
    case 'deleteSubject':
      return entry(subjectId(change.key), 'DELETE_SUBJECT')
    case 'addResource':
      return entry(change.text.title, 'CREATE_RESOURCE', ({ after }) => holdsText(after, change.text))
    case 'updateResource':
      if (holdsText(stood.resources.get(change.id), change.text)) return null
      return entry(change.text.title, 'UPDATE_RESOURCE', ({ after }) => holdsText(after, change.text))
    case 'deleteResource':
      return entry(change.title, 'DELETE_RESOURCE')
    case 'importResources':
      return entry(IMPORT, 'CREATE_RESOURCES', ({ after }) => {
        const written = Number(after?.createdCount) + Number(after?.updatedCount)
        return written === change.lines.length
      })
  }
}

/** Whose changes an entry is among; null: it is not an owner's answer to a call. */
export function subjectOf({ action, target, before, after }: AuditEntry): string | null {
  if (action === 'CREATE_USER') return null
  if (action === 'CREATE_RESOURCES') return IMPORT
  return action.endsWith('_RESOURCE') ? String((after ?? before)?.title) : target
}

const IMPORT = 'import'
/** Where lanes write their resources, and where they import: apart, so that an import finds its own places only. */
export const PLACE = { track: 'SM', theme: 'ondes', chapter: 'Ondes mécaniques progressives' } as const
export const IMPORT_PLACE = { track: 'PC', theme: 'ondes', chapter: 'Ondes mécaniques progressives' } as const

export const FILE = 'demo-drive-faults-0123456789'

function entry(
  subject: string,
  action: AuditEntry['action'],
  isRight: (entry: AuditEntry) => boolean = () => true,
): Expected {
  return { subject, matches: (found) => found.action === action && isRight(found) }
}

function holdsText(values: Record<string, unknown> | null | undefined, text: ResourceText): boolean {
  return Object.entries(text).every(([name, value]) => values?.[name] === value)
}

function resourceBody(text: ResourceText) {
  return {
    ...PLACE,
    session: 'Normale',
    resourceType: 'course',
    type: 'pdf',
    file: FILE,
    isFree: false,
    ...text,
  }
}

function csvOf(lines: readonly ImportLine[]): string {
  const { track, theme, chapter } = IMPORT_PLACE
  const header = 'track;theme;chapter;year;session;resourceType;type;title;file'
  const rows = lines.map(({ year, session, title }) =>
    [track, theme, chapter, year, session, 'exercise', 'pdf', title, FILE].join(';'),
  )
  return [header, ...rows].join('\n')
}
