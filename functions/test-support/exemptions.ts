import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { isOfTable } from './stopped-calls.ts'

export const WRITING_ROUTES = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].method !== 'GET',
)

type Exemption = {
  writes?: readonly string[]
  /** True when other requests write more, such as once for each of many profiles. @default false */
  isUnbounded?: boolean
  /** False when it leaves no audit entry; `each time` when a repetition leaves another one. @default true */
  isLogged?: boolean | 'each time'
  /** The audit entries of one call. @default 1 */
  entries?: number
  /** Status of the same call when it is repeated. @default that of the first */
  again?: 403 | 404 | 409
  /** True when it is not part of tests that send many changes at once. @default false */
  isSentAlone?: boolean
  reason: string
}

const OWN: Exemption = { isLogged: false, reason: "It is the caller's own, which the log does not tell of." }

const DELETION: Exemption = {
  writes: ['TransactWrite', 'AdminDeleteUser', 'Update DELETIONS'],
  again: 404,
  reason: 'Table and user pool cannot change as one: the daily reconciliation finishes what is noted.',
}

const GONE = 'It is gone then.'

const BLOCK_REASON = 'Table and user pool cannot change as one: what is still to be told is noted.'

/** The changes that differ from the rule, each with its reason. */
export const EXEMPTIONS: Partial<Record<RouteName, Exemption>> = {
  claimSession: OWN,
  renewSession: OWN,
  clearSession: OWN,
  endSignIns: { ...OWN, again: 403 },
  setPreferences: OWN,
  recordSecondFactor: { again: 403, reason: 'It ends the session, as every sign-in.' },
  markDocuments: OWN,
  markPaper: OWN,
  startMockExam: OWN,
  updateMockExam: OWN,
  reportError: OWN,
  askQuestion: OWN,
  declarePayment: OWN,
  correctPayment: OWN,
  withdrawPayment: OWN,
  attachReceipt: {
    writes: ['PutObject', 'Update USER'],
    isLogged: false,
    reason: 'Bucket and table cannot change as one: a picture that no request names is deleted later.',
  },
  deleteAccount: {
    ...DELETION,
    writes: ['TransactWrite', 'Delete USER', 'AdminDeleteUser', 'Update DELETIONS'],
    isUnbounded: true,
  },
  deleteUser: DELETION,
  blockEmail: {
    writes: ['TransactWrite', 'AdminDisableUser', 'AdminUserGlobalSignOut'],
    reason: BLOCK_REASON,
  },
  unblockEmail: { writes: ['TransactWrite', 'AdminEnableUser'], again: 404, reason: BLOCK_REASON },
  addSubject: { again: 409, reason: 'There is one of its track, year and session then.' },
  deleteSubject: { again: 404, reason: GONE },
  deleteResource: { again: 404, reason: GONE },
  readProposals: {
    writes: ['Put PROPOSALS'],
    isLogged: false,
    reason: 'It stores what the text of a paper says, which a repeated call finds.',
  },
  checkDocuments: {
    writes: ['Update HEALTH'],
    isUnbounded: true,
    isLogged: false,
    reason: 'What Drive says of each document is stored by itself; the next round finds what is missing.',
  },
  searchInbox: {
    writes: ['Put INBOX'],
    isUnbounded: true,
    isLogged: false,
    reason: 'It notes what Drive says of each file, one by one; the next search finds what is missing.',
  },
  acknowledgeNotice: { isLogged: false, reason: 'It hides a notice from the caller alone.' },
  orderPublication: { isLogged: false, reason: 'It changes nothing that is stored about the site.' },
  lookUpCopy: { isLogged: 'each time', reason: 'It changes nothing, and each look-up is logged.' },
  importResources: {
    isUnbounded: true,
    reason: 'Each batch of lines is one transaction; the same file goes on where it broke off.',
  },
  importSubjects: {
    isUnbounded: true,
    reason: 'Each line is one transaction; the same file goes on where it broke off.',
  },
  createCardBatch: {
    isUnbounded: true,
    again: 409,
    reason: 'More cards than a transaction takes follow in others; without an answer no one has their codes.',
  },
  syncUsers: {
    isUnbounded: true,
    reason: 'Each missing profile is one transaction; the next synchronisation finds the others.',
  },
  movePremium: {
    entries: 2,
    again: 409,
    reason: 'Two accounts change as one, each with its entry; the first has nothing to move then.',
  },
  setSheet: { isSentAlone: true, reason: 'There is one sheet a chapter, which all would change.' },
  updateSettings: { isSentAlone: true, reason: 'There is one item of settings, which all would change.' },
}

export function mostWrites(route: Route): number {
  const name = WRITING_ROUTES.find((each) => routes[each] === route)
  const { writes = [], isUnbounded = false } = (name && EXEMPTIONS[name]) ?? {}
  return isUnbounded ? Infinity : Math.max(1, writes.filter(isOfTable).length)
}
