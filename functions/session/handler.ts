import * as v from 'valibot'
import * as contract from '#shared/contract/session.ts'
import { createThrottles } from '../data/throttles.ts'
import { openAccountCounter, openDeviceChangeCounter, openNetworkWatch } from '../http/account-calls.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on } from '../http/on.ts'
import { createThrottle } from '../http/throttle.ts'
import { SessionEnvironment } from './environment.ts'
import { claimSession, renewedSession, sessionState } from './session.ts'

const env = v.parse(SessionEnvironment, process.env)
const { originSecrets, guard, table, leases, owners, clock } = openGuard(env)
const countDeviceChange = openDeviceChangeCounter(env, table)
const watchNetworks = openNetworkWatch(table)
const throttle = createThrottle({
  throttles: createThrottles(table),
  clock,
  countByAccount: openAccountCounter(env, table),
})

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(contract.claimSession, ({ caller, body }) =>
    claimSession(
      {
        leases,
        owners,
        deviceChangesPerDay: env.DEVICE_CHANGES_PER_DAY,
        countDeviceChange,
        watchNetworks,
        clock,
      },
      caller,
      body.sessionId,
    ),
  ),
  on(contract.readSession, ({ caller }) => sessionState(caller)),
  on(contract.renewSession, ({ caller }) => renewedSession({ watchNetworks, clock }, caller)),
  on(contract.clearSession, ({ caller }) => leases.clearLease(caller, caller.sessionId ?? '')),
])
