import { createHmac } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as v from 'valibot'
import type { Route } from '#shared/contract/route.ts'
import { browserName } from '#shared/domain/accounts/browser-name.ts'
import { conspicuousness } from '#shared/domain/accounts/watch.ts'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { type AccountDays, createAccountDays } from '../data/account-days.ts'
import type { Table } from '../data/table/client.ts'
import { type AccountCallsEnvironment, type GuardedSettings, watchThresholds } from './environment.ts'
import type { AnyCaller } from './on.ts'
import { viewerNetwork } from './viewer-address.ts'

/** Counts a limited call by its account. @throws DomainError of the limit that it exceeds */
export type CountByAccount = (call: {
  route: Pick<Route, 'capability'>
  /** Calls within a minute at most. */
  perMinute: number
  userId: string
  caller: AnyCaller
  event: APIGatewayProxyEventV2
  now: Date
}) => Promise<void>

/**
 * The counter of a function, by its environment: counts calls in the account's day, with the document that they open,
 * their network and browser, and puts a day that stands out on the owner's list. One write, a second one the first time
 * that a day stands out.
 * @throws DomainError (the counter) TOO_MANY_REQUESTS with the seconds to the next minute, DAILY_ALLOWANCE_REACHED with
 *   those to the next day in Morocco, TEMPORARILY_UNAVAILABLE
 */
export function openAccountCounter(
  env: v.InferOutput<typeof AccountCallsEnvironment> & Pick<GuardedSettings, 'ORIGIN_SECRETS'>,
  table: Table,
): CountByAccount {
  const days = createAccountDays(table)
  // Without a secret the digests of networks could be told apart from random ones. It is the one that every function has;
  // while it is replaced, a network may count twice on one day.
  const networkSecret = env.ORIGIN_SECRETS.join()
  return async ({ route, perMinute, userId, caller, event, now }) => {
    const { document, isLimited } = openedDocument(caller)
    const network = `${userId} ${moroccanDay(now)} ${viewerNetwork(event)}`
    const counted = await days.countCall(userId, now, {
      counter: route.capability === 'files' ? 'f' : 's',
      perMinute,
      document,
      documentsPerDay: isLimited ? env.DOCUMENTS_PER_DAY : null,
      // Different for each account and day, so that it tells nothing but how many networks there were; 12 bits, so that a
      // caller who changes networks all day cannot make the item grow.
      network: createHmac('sha256', networkSecret).update(network).digest('base64url').slice(0, 2),
      browser: browserName(event.headers['user-agent'] ?? ''),
    })
    if (counted.outcome === 'minute full')
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 - now.getUTCSeconds() })
    if (counted.outcome === 'day full')
      throw new DomainError('DAILY_ALLOWANCE_REACHED', { retryAfterSeconds: secondsToNextDay(now) })
    await watchIfConspicuous(days, env, userId, counted.day)
  }
}

/** A free document is open to all, so that it does not count; one that is still to come is not opened. */
function openedDocument(caller: AnyCaller): { document: string | null; isLimited: boolean } {
  if (!caller || !('document' in caller) || !caller.document) return { document: null, isLimited: false }
  const { document, isAdmin } = caller
  const counts = !document.isFree && document.file.kind !== 'coming-soon'
  return { document: counts ? document.id : null, isLimited: !isAdmin }
}

/** Counts that another browser took an account's session, in its day, and puts a day that stands out on the owner's list. */
export function openDeviceChangeCounter(
  env: v.InferOutput<typeof AccountCallsEnvironment>,
  table: Table,
): (userId: string, now: Date) => Promise<void> {
  const days = createAccountDays(table)
  return async (userId, now) => {
    await watchIfConspicuous(days, env, userId, await days.countDeviceChange(userId, now))
  }
}

async function watchIfConspicuous(
  days: AccountDays,
  env: v.InferOutput<typeof AccountCallsEnvironment>,
  userId: string,
  day: AccountDay,
): Promise<void> {
  if (!day.standsOut && conspicuousness(day, watchThresholds(env)) >= 1) await days.watch(userId, day.day)
}
