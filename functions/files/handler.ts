import * as v from 'valibot'
import * as contract from '#shared/contract/files.ts'
import { documentLookup } from '../data/documents.ts'
import { createThrottles } from '../data/throttles.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on } from '../http/on.ts'
import { createThrottle } from '../http/throttle.ts'
import { FilesEnvironment } from './environment.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'
import { signingKeyReader } from './signing-key.ts'

const env = v.parse(FilesEnvironment, process.env)
const { originSecrets, guard, table, clock } = openGuard(env, { lookUpDocument: documentLookup })
const deps: TicketDeps = {
  readSigningKey: signingKeyReader(env),
  siteOrigin: env.SITE_ORIGIN,
  deliveryMode: env.DELIVERY_MODE,
  clock,
}

const throttle = createThrottle({ throttles: createThrottles(table), clock })

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(contract.getTicket, ({ caller, query }) => issueTicket(deps, caller.document, query.disposition)),
])
