import * as v from 'valibot'
import * as contract from '#shared/contract/files.ts'
import { documentsOf } from '../data/documents.ts'
import { api } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on } from '../http/on.ts'
import { FilesEnvironment } from './environment.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'
import { secretReader } from './secrets.ts'

const env = v.parse(FilesEnvironment, process.env)
const { guard, table, clock } = openGuard(env)
const deps: TicketDeps = {
  documents: documentsOf(table),
  readSigningKey: secretReader(env.SIGNING_KEY_SECRET_ID),
  signingKeyPairId: env.SIGNING_KEY_PAIR_ID,
  siteOrigin: env.SITE_ORIGIN,
  deliveryMode: env.DELIVERY_MODE,
  clock,
}

export const handler = api({ guard }, [
  on(contract.getTicket, ({ caller, params, query }) =>
    issueTicket(deps, caller, params.id, query.disposition),
  ),
])
