import * as v from 'valibot'
import * as contract from '#shared/contract/files.ts'
import { createPreparationQueue } from '../aws/preparation-queue.ts'
import { createSecretReader } from '../aws/secrets.ts'
import { createThrottles } from '../data/call-counts.ts'
import { createCopies } from '../data/copies.ts'
import { sittingLookup } from '../data/counted-papers.ts'
import { documentLookup } from '../data/documents.ts'
import { createOpenings } from '../data/openings.ts'
import { createPrepared } from '../data/prepared.ts'
import { openAccountCounter } from '../http/account-calls.ts'
import { createApi } from '../http/api.ts'
import { type Guard, openGuard } from '../http/guard.ts'
import { createThrottle } from '../http/throttle.ts'
import { on } from '../http/use-case.ts'
import { openingCounter } from './count-opening.ts'
import { FilesEnvironment } from './environment.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'

const env = v.parse(FilesEnvironment, process.env)
const { originSecrets, guard, table, clock } = openGuard(env, {
  lookUpDocument: documentLookup,
  lookUpSitting: sittingLookup,
})
const prepared = createPrepared(table)

/** The guard, which begins to read the pictures of the document that it has read. */
const guardAndReadOn: Guard = async (route, request) => {
  const caller = await guard(route, request)
  if (caller && 'document' in caller && caller.document?.digest) {
    caller.prepared = prepared.find(caller.document.digest)
    // A refused call does not wait for it.
    caller.prepared.catch(() => undefined)
  }
  return caller
}

const deps: TicketDeps = {
  // Id and key stay a pair while the function runs: a slot gets a new key only while the other one signs, and a new
  // active slot comes with a deployment.
  keyPairId: env.SIGNING_KEY_PAIR_ID,
  readPrivateKey: createSecretReader(env.SIGNING_KEY_SECRET_ID),
  siteOrigin: env.SITE_ORIGIN,
  deliveryMode: env.DELIVERY_MODE,
  queue: createPreparationQueue(env.PREPARATION_FIRST_QUEUE_URL),
  copies: createCopies(table),
  clock,
}

const throttle = createThrottle({
  throttles: createThrottles(table),
  clock,
  countByAccount: openAccountCounter(env, table),
})
const countCall = openingCounter({ openings: createOpenings(table), clock, deliveryMode: env.DELIVERY_MODE })

export const handler = createApi({ originSecrets, guard: guardAndReadOn, throttle, countCall }, [
  on(contract.getTicket, ({ caller, query, linkCookie }) =>
    issueTicket(deps, caller, query.disposition, linkCookie),
  ),
])
