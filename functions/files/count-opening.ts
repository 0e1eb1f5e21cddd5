import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import { getTicket } from '#shared/contract/files.ts'
import type { Stores } from '../data/stores.ts'
import type { CallCounter } from '../http/api.ts'
import { succeeds } from '../http/problem.ts'
import type { AnyCaller, Clock } from '../http/use-case.ts'
import type { DeliveryMode } from './environment.ts'

type OpeningDeps = { openings: Pick<Stores['openings'], 'count'>; clock: Clock; deliveryMode: DeliveryMode }

/** Counts a call that opens a document. A failure to count is logged and refuses nothing. */
export function openingCounter({ openings, clock, deliveryMode }: OpeningDeps): CallCounter {
  return async (caller, event) => {
    const documentId = openedDocument(caller, event, deliveryMode)
    const now = clock.now()
    const count = (by: 1 | -1) =>
      documentId !== null && succeeds('count an opening', () => openings.count(documentId, now, by))
    const isCounted = await count(1)
    return async () => {
      if (isCounted) await count(-1)
    }
  }
}

/**
 * Neither a download, which follows the opening, nor a PDF in preparation, for which the viewer asks again and again.
 */
function openedDocument(
  caller: AnyCaller,
  { queryStringParameters }: APIGatewayProxyEventV2,
  deliveryMode: DeliveryMode,
): string | null {
  if (!caller || !('document' in caller) || !caller.document || caller.isAdmin) return null
  const query = v.safeParse(getTicket.query, queryStringParameters ?? {})
  const isOpening = query.success && query.output.disposition === 'inline' && !query.output.uncounted
  const { id, file, type, digest, fault } = caller.document
  const isPreparing =
    deliveryMode === 'stream' && type === 'pdf' && file.kind === 'drive' && !digest && !fault
  return isOpening && file.kind !== 'coming-soon' && !isPreparing ? id : null
}
