import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import type { Throttles } from '../data/throttles.ts'
import type { Clock } from './clock.ts'
import type { Bearer, Caller } from './on.ts'
import { viewerAddress } from './viewer-address.ts'

/**
 * Counts a call of a throttled route by its account and by its network address, in windows of a minute by the server's
 * clock (decision 08); the address only while the account is within its limit, so that one account in a loop does not use
 * up the room of its neighbours. A store that cannot count refuses the call: nothing passes uncounted.
 * @throws Refusal TOO_MANY_REQUESTS with the seconds to the window's end, TEMPORARILY_UNAVAILABLE
 */
export type Throttle = (
  route: Pick<Route, 'method' | 'path' | 'throttle'>,
  caller: Bearer | Caller,
  event: APIGatewayProxyEventV2,
) => Promise<void>

const WINDOW_MS = 60_000

export function throttleOf({ throttles, clock }: { throttles: Throttles; clock: Clock }): Throttle {
  return async ({ method, path, throttle: limits }, caller, event) => {
    if (limits === null) return
    const now = clock.now().getTime()
    const window = new Date(now - (now % WINDOW_MS))
    const route = `${method} ${path}`
    const ofAccount = { kind: 'account', name: userIdOf(caller), route } as const
    const ofAddress = { kind: 'address', name: viewerAddress(event), route } as const
    const isWithin =
      (await throttles.countCall(ofAccount, window)) <= limits.account &&
      (await throttles.countCall(ofAddress, window)) <= limits.address
    if (isWithin) return
    const left = window.getTime() + WINDOW_MS - now
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(left / 1000) })
  }
}

function userIdOf(caller: Bearer | Caller): string {
  return 'user' in caller ? caller.user.id : caller.userId
}
