import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Throttles } from '../data/throttles.ts'
import type { CountByAccount } from './account-calls.ts'
import type { Clock } from './clock.ts'
import type { AnyCaller } from './on.ts'
import { viewerAddress } from './viewer-address.ts'

/**
 * Counts a call of a throttled route by its account and by its network address, in windows of a minute by the server's
 * clock (docs/decisions/08-rate-limits.md). The address is counted only while the account is within its limit, so that
 * one account in a loop does not use up the limit of others there. A call of a `document` route, which has one write to
 * spend, is counted by the account alone, or by the address without one. A store that cannot count refuses the call.
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to the window's end, TEMPORARILY_UNAVAILABLE, and those of
 *   {@link CountByAccount}
 */
export type ThrottleCheck = (
  route: Pick<Route, 'method' | 'path' | 'access' | 'throttle' | 'capability'>,
  caller: AnyCaller,
  event: APIGatewayProxyEventV2,
) => Promise<void>

const WINDOW_MS = 60_000

type ThrottleDeps = {
  throttles: Throttles
  clock: Clock
  /** For the functions whose calls an account's day counts; the others count an account as they count an address. */
  countByAccount?: CountByAccount
}

export function createThrottle({ throttles, clock, countByAccount }: ThrottleDeps): ThrottleCheck {
  return async (called, caller, event) => {
    const { method, path, access, throttle: limits } = called
    if (limits === null) return
    const userId = userIdOf(caller)
    const instant = clock.now()
    const now = instant.getTime()
    const window = new Date(now - (now % WINDOW_MS))
    const route = `${method} ${path}`
    const isAccountWithin = async (name: string) => {
      if (!countByAccount)
        return (await throttles.countCall({ kind: 'account', name, route }, window)) <= limits.account
      await countByAccount({ route: called, limits, userId: name, caller, event, now: instant })
      return true
    }
    const isAddressWithin = async () =>
      (await throttles.countCall({ kind: 'address', name: viewerAddress(event), route }, window)) <=
      limits.address
    const isWithin =
      (userId === null || (await isAccountWithin(userId))) &&
      ((userId !== null && access === 'document') || (await isAddressWithin()))
    if (isWithin) return
    const left = window.getTime() + WINDOW_MS - now
    throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(left / 1000) })
  }
}

/** The account of a valid token; null: there is none. */
function userIdOf(caller: AnyCaller): string | null {
  if (!caller) return null
  return 'user' in caller ? caller.user.id : caller.userId
}
