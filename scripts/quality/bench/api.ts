import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { costPerThousand, costWithoutStudents, readRouteUnits } from '../cost/bill.ts'
import type { Figure, LimitName } from '../limits.ts'

const NOT_ONE_CHANGE: Partial<Record<RouteName, string>> = {
  deleteUser: 'spans Cognito and the table: marks are deleted and the note is closed after the transaction',
  importSubjects: 'looks for a subject in each line and writes one transaction for it',
  importResources: 'compares a whole file with what is stored and writes it in batches',
  syncUsers: 'reads every account of Cognito',
  movePremium: 'changes two accounts, of which one is found by its address before it is read',
  checkDocuments: 'asks Drive about documents',
  searchInbox: 'asks Drive about received files and compares them with all documents',
}

/** Calls that a request makes beside another one, and so does not wait for. */
const AT_ONCE: Partial<Record<RouteName, number>> = {
  // The sign-ups of the day, once a minute, beside the count of the address.
  getSignUpChallenge: 1,
  // The pictures of the PDF and the count of the opening, beside that of the account's day.
  getTicket: 2,
  // The settings and the account's ledger, beside the account.
  setPremium: 2,
  // The account's ledger, beside the account.
  addPayment: 1,
  cancelPayment: 1,
  // The settings, beside the paper.
  startMockExam: 1,
  // The settings beside the request, and the requests with the same reference beside the decision.
  decidePaymentRequest: 2,
  // Accounts of the same mailbox, beside the block.
  blockEmail: 1,
}

const NAMES = Object.keys(routes) as RouteName[]

export function measureApi(): Figure[] {
  return [
    ...routeFigures(readRouteUnits()),
    { limit: 'costPerThousand', of: '20 hours each', value: costPerThousand() },
    { limit: 'costWithoutStudents', of: 'prod, as configured', value: costWithoutStudents() },
  ]
}

/** Counts round trips one by one but for {@link AT_ONCE}: never fewer than the waves that a caller waits for. */
export function routeFigures(units: Record<RouteName, RouteCost>): Figure[] {
  const figures = (limit: LimitName, names: readonly RouteName[], valueOf: (name: RouteName) => number) =>
    names.map((name): Figure => ({ limit, of: describe(name), value: valueOf(name) }))
  const trips = (name: RouteName) => units[name].operations.length - (AT_ONCE[name] ?? 0)
  const writes = (name: RouteName) => units[name].write
  const count = (name: RouteName, operation: string) =>
    units[name].operations.filter((each) => each === operation).length
  const scanning = NAMES.filter((name) => count(name, 'Scan') > 0)
  return [
    ...figures('publicReadTrips', NAMES.filter(isPublicRead), trips),
    ...figures('heartbeatTrips', ['renewSession'], trips),
    ...figures('ticketTrips', ['getTicket'], trips),
    ...figures('ownerChangeTrips', NAMES.filter(isOwnersChange), trips),
    ...figures('heartbeatWrites', ['renewSession'], writes),
    ...figures('heartbeatReads', ['renewSession'], (name) => units[name].read),
    ...figures('premiumTransactions', ['setPremium'], (name) => count(name, 'TransactWriteItems')),
    ...figures('deletionWrites', ['deleteAccount', 'deleteUser'], writes),
    ...figures('resourceWrites', ['addResource', 'updateResource', 'deleteResource'], writes),
    { limit: 'scans', of: scanning.map(describe).join(', ') || 'all', value: scanning.length },
  ]
}

/** Health reads nothing from the table. */
function isPublicRead(name: RouteName): boolean {
  return routes[name].access === 'public' && name !== 'getHealth'
}

function isOwnersChange(name: RouteName): boolean {
  const { access, method, capability } = routes[name]
  const isForOwners = access === 'owner' || (access === 'admin' && capability === 'admin')
  return isForOwners && method !== 'GET' && !(name in NOT_ONE_CHANGE)
}

function describe(name: RouteName): string {
  return `${routes[name].method} ${routes[name].path}`
}
