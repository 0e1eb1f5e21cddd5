import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Throttles } from '../data/throttles.ts'
import type { Clock } from './clock.ts'
import { viewerAddress } from './viewer-address.ts'

/**
 * Counts a call of a throttled route by its account and by its network address, in windows of a minute by the server's
 * clock (docs/decisions/08-rate-limits.md). The address is counted only while the account is within its limit, so that
 * one account in a loop does not use up the limit of others there. A call of a `document` route, which has one write to
 * spend, is counted by the account alone, or by the address without one. A store that cannot count refuses the call.
 * @param userId the account of a valid token; null: there is none
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to the window's end, TEMPORARILY_UNAVAILABLE
 */
export type ThrottleCheck = (
  route: Pick<Route, 'method' | 'path' | 'access' | 'throttle'>,
  userId: string | null,
  event: APIGatewayProxyEventV2,
) => Promise<void>

const WINDOW_MS = 60_000

export function createThrottle({ throttles, clock }: { throttles: Throttles; clock: Clock }): ThrottleCheck {
  return async ({ method, path, access, throttle: limits }, userId, event) => {
    if (limits === null) return
    const now = clock.now().getTime()
    const window = new Date(now - (now % WINDOW_MS))
    const route = `${method} ${path}`
    const isAccountWithin = async (name: string) =>
      (await throttles.countCall({ kind: 'account', name, route }, window)) <= limits.account
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
