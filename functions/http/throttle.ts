import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Route, VisitorLimits } from '#shared/contract/define-route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { tooManyFreeDocuments } from '#shared/domain/problems.ts'
import { type Window, windowAt } from '../data/call-counts.ts'
import type { CountByAccount } from './account-calls.ts'
import { readCookie } from './link-cookie.ts'
import type { AnyCaller, Deps } from './use-case.ts'
import { viewerAddress } from './viewer.ts'

/**
 * Counts a call of a throttled route by its account and by its network address, in windows of a minute or an hour
 * (docs/decisions/08-rate-limits.md). The address is counted only while the account is within its limit, so that one
 * account in a loop does not use up the limit of others there. A `document` route is counted by the account alone, or
 * else by browser and address, within the hour. A store that cannot count refuses the call. @throws DomainError
 * TOO_MANY_REQUESTS with the seconds to the window's end, and those of {@link CountByAccount}
 */
export type ThrottleCheck = (
  route: Pick<Route, 'method' | 'path' | 'access' | 'throttle' | 'capability'>,
  caller: AnyCaller,
  event: APIGatewayProxyEventV2,
) => Promise<void>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type ThrottleDeps = Pick<Deps, 'throttles' | 'clock'> & {
  /** Counts an account in its day. Functions without it count accounts as they count addresses. */
  countByAccount?: CountByAccount
}

export function createThrottle({ throttles, clock, countByAccount }: ThrottleDeps): ThrottleCheck {
  return async (called, caller, event) => {
    const { method, path, throttle: limits } = called
    if (limits === null) return
    const now = clock.now()
    const route = `${method} ${path}`
    const userId = userIdOf(caller)
    if (userId === null && 'visitors' in limits) return countVisitor(limits.visitors, route, event, now)
    const window = windowAt(now, 'window' in limits && limits.window === 'hour' ? HOUR_MS : MINUTE_MS)
    const isWithin = async (kind: 'account' | 'address', name: string, most: number) =>
      (await throttles.countCall({ kind, name, route }, window)) <= most
    if (userId !== null && 'account' in limits) {
      const perMinute = limits.account
      if (countByAccount) await countByAccount({ route: called, perMinute, userId, caller, event, now })
      else if (!(await isWithin('account', userId, perMinute))) throw tooMany(window, now)
    }
    if ('address' in limits && !(await isWithin('address', viewerAddress(event), limits.address)))
      throw tooMany(window, now)
  }

  /** A browser over its limit must not use up its address's limit, so that its call is taken back there. */
  async function countVisitor(
    limits: VisitorLimits,
    route: string,
    event: APIGatewayProxyEventV2,
    now: Date,
  ): Promise<void> {
    const window = windowAt(now, HOUR_MS)
    const address = { kind: 'address', name: viewerAddress(event), route } as const
    const cookie = readCookie(event)
    const [ofAddress, ofBrowser] = await Promise.all([
      throttles.countCall(address, window),
      cookie === undefined ? 0 : throttles.countCall({ kind: 'browser', name: cookie, route }, window),
    ])
    const isBrowserWithin = ofBrowser <= limits.browser
    if (!isBrowserWithin) await throttles.countCall(address, window, -1)
    if (isBrowserWithin && ofAddress <= limits.address) return
    throw tooMany(window, now, tooManyFreeDocuments)
  }
}

function tooMany({ end }: Window, now: Date, detailFor?: (seconds: number) => string): DomainError {
  const retryAfterSeconds = Math.ceil((end.getTime() - now.getTime()) / 1000)
  return new DomainError('TOO_MANY_REQUESTS', {
    retryAfterSeconds,
    ...(detailFor && { detail: detailFor(retryAfterSeconds) }),
  })
}

function userIdOf(caller: AnyCaller): string | null {
  if (!caller) return null
  return 'user' in caller ? caller.user.id : caller.userId
}
