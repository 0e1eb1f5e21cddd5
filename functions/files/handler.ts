import * as v from 'valibot'
import * as contract from '#shared/contract/files.ts'
import { documentLookup } from '../data/documents.ts'
import { createThrottles } from '../data/throttles.ts'
import { api } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { onTarget } from '../http/on.ts'
import { createThrottle } from '../http/throttle.ts'
import { FilesEnvironment } from './environment.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'
import { signingKeyReader } from './signing-key.ts'

const env = v.parse(FilesEnvironment, process.env)
const { originSecrets, guard, table, clock } = openGuard(env)
const deps: TicketDeps = {
  readSigningKey: signingKeyReader(env),
  siteOrigin: env.SITE_ORIGIN,
  deliveryMode: env.DELIVERY_MODE,
  clock,
}

const throttle = createThrottle({ throttles: createThrottles(table), clock })

export const handler = api({ originSecrets, guard, throttle }, [
  onTarget(
    contract.getTicket,
    ({ params }) => documentLookup(params.id),
    ({ caller, target, query }) => issueTicket(deps, caller, target, query.disposition),
  ),
])
