import * as v from 'valibot'
import * as contract from '#shared/contract/files.ts'
import { createSecretReader } from '../aws/secrets.ts'
import { sittingLookup } from '../data/counted-papers.ts'
import { documentLookup } from '../data/documents.ts'
import { createOpenings } from '../data/openings.ts'
import { createThrottles } from '../data/throttles.ts'
import { openAccountCounter } from '../http/account-calls.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on } from '../http/on.ts'
import { createThrottle } from '../http/throttle.ts'
import { openingCounter } from './count-opening.ts'
import { FilesEnvironment } from './environment.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'

const env = v.parse(FilesEnvironment, process.env)
const { originSecrets, guard, table, clock } = openGuard(env, {
  lookUpDocument: documentLookup,
  lookUpSitting: sittingLookup,
})
const deps: TicketDeps = {
  // Id and key stay a pair while the function runs: a slot gets a new key only while the other one signs, and a new
  // active slot comes with a deployment.
  keyPairId: env.SIGNING_KEY_PAIR_ID,
  readPrivateKey: createSecretReader(env.SIGNING_KEY_SECRET_ID),
  siteOrigin: env.SITE_ORIGIN,
  deliveryMode: env.DELIVERY_MODE,
  clock,
}

const throttle = createThrottle({
  throttles: createThrottles(table),
  clock,
  countByAccount: openAccountCounter(env, table),
})
const countCall = openingCounter({ openings: createOpenings(table), clock })

export const handler = createApi({ originSecrets, guard, throttle, countCall }, [
  on(contract.getTicket, ({ caller, query, linkCookie }) =>
    issueTicket(deps, caller, query.disposition, linkCookie),
  ),
])
