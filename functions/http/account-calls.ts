import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as v from 'valibot'
import type { Route } from '#shared/contract/define-route.ts'
import { TICKETS_PER_MINUTE } from '#shared/contract/files.ts'
import { conspicuousness, doNetworksAlternate, networkNotes } from '#shared/domain/accounts/lease.ts'
import { browserName } from '#shared/domain/accounts/sign-in.ts'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import type { User } from '#shared/entities/user.ts'
import { type AccountCall, createAccountDays } from '../data/account-days.ts'
import type { Table } from '../data/table/client.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { type AccountCallsEnvironment, type GuardedSettings, watchThresholds } from './environment.ts'
import type { AnyCaller, Clock } from './use-case.ts'
import { createNetworkDigest } from './viewer.ts'

/** Counts a limited call by its account. @throws DomainError of the limit that it exceeds */
export type CountByAccount = (call: {
  route: Pick<Route, 'capability'>
  perMinute: number
  userId: string
  caller: AnyCaller
  event: APIGatewayProxyEventV2
  now: Date
}) => Promise<void>

type CounterEnvironment = v.InferOutput<typeof AccountCallsEnvironment> &
  Pick<GuardedSettings, 'ORIGIN_SECRETS'>

export function openAccountCounter(env: CounterEnvironment, table: Table): CountByAccount {
  const count = openDayCounter(env, table)
  return ({ route, caller, ...call }) =>
    count({ ...call, ...openedDocument(caller), counter: route.capability === 'files' ? 'f' : 's' })
}

/** Counts what a use case shows of a document as an opening of it. @throws DomainError as {@link openDayCounter} */
export type CountOpening = (user: Pick<User, 'id' | 'isAdmin'>, documentId: string) => Promise<void>

export function openOpeningCounter(env: CounterEnvironment, table: Table, clock: Clock) {
  const count = openDayCounter(env, table)
  const perMinute = TICKETS_PER_MINUTE
  return (event: APIGatewayProxyEventV2): CountOpening =>
    ({ id: userId, isAdmin }, document) => {
      const opening = { userId, document, isLimited: !isAdmin }
      return count({ ...opening, counter: 'f', perMinute, event, now: clock.now() })
    }
}

type DayCall = Omit<Parameters<CountByAccount>[0], 'route' | 'caller'> &
  Pick<AccountCall, 'counter' | 'document'> & { isLimited: boolean }

/** A day that stands out is put on the owner's list. @throws DomainError TOO_MANY_REQUESTS, DAILY_ALLOWANCE_REACHED */
function openDayCounter(env: CounterEnvironment, table: Table): (call: DayCall) => Promise<void> {
  const days = createAccountDays(table)
  const digestNetwork = createNetworkDigest(env.ORIGIN_SECRETS, 2)
  return async ({ userId, isLimited, event, now, ...call }) => {
    const counted = await days.countCall(userId, now, {
      ...call,
      documentsPerDay: isLimited ? env.DOCUMENTS_PER_DAY : null,
      network: digestNetwork(`${userId} ${moroccanDay(now)}`, event),
      browser: browserName(event.headers['user-agent'] ?? ''),
    })
    if (counted.outcome === 'minute full')
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 - now.getUTCSeconds() })
    if (counted.outcome === 'day full')
      throw new DomainError('DAILY_ALLOWANCE_REACHED', { retryAfterSeconds: secondsToNextDay(now) })
    // A claim may be a change of browser, which is counted after it.
    const day = call.counter === 'f' ? counted.day : { ...counted.day, browsers: [] }
    if (!day.standsOut && isConspicuous(env, day)) await days.watch(userId, day.day)
  }
}

/** A free document is not counted, since everyone may open it, nor is a document that is still to come. */
function openedDocument(caller: AnyCaller): { document: string | null; isLimited: boolean } {
  if (!caller || !('document' in caller) || !caller.document) return { document: null, isLimited: false }
  const { document, isAdmin } = caller
  const counts = !document.isFree && document.file.kind !== 'coming-soon'
  return { document: counts ? document.id : null, isLimited: !isAdmin }
}

/** A change explains a browser that was counted while it was refused. */
export function openDeviceChangeCounter(
  env: v.InferOutput<typeof AccountCallsEnvironment>,
  table: Table,
): (userId: string, now: Date) => Promise<void> {
  const days = createAccountDays(table)
  return async (userId, now) => {
    const day = await days.countDeviceChange(userId, now)
    if (isConspicuous(env, day) === day.standsOut) return
    await (day.standsOut ? days.unwatch(userId, day.day) : days.watch(userId, day.day))
  }
}

/** Most accounts with alternating networks that a warm function remembers. */
const MOST_NOTED = 1_000

/** Puts the day of an account on the owner's list when two networks alternate in its lease, which is not refused. */
export function openNetworkWatch(table: Table): (user: User, now: Date) => Promise<void> {
  const days = createAccountDays(table)
  const noted = createBoundedCache<true>(MOST_NOTED)
  return async ({ id, lease }, now) => {
    if (!lease || !doNetworksAlternate(networkNotes(lease), now)) return
    const key = `${id} ${moroccanDay(now)}`
    if (noted.get(key)) return
    await days.noteAlternatingNetworks(id, now)
    noted.set(key, true)
  }
}

function isConspicuous(env: v.InferOutput<typeof AccountCallsEnvironment>, day: AccountDay): boolean {
  return conspicuousness({ ...day, browsers: day.browsers.length }, watchThresholds(env)) >= 1
}
