import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import { getTicket } from '#shared/contract/files.ts'
import type { Openings } from '../data/openings.ts'
import type { Clock } from '../http/clock.ts'
import type { AnyCaller } from '../http/on.ts'
import { succeeds } from '../http/succeeds.ts'
import type { ThrottleCheck } from '../http/throttle.ts'

/**
 * Counts the opening of a document while the limits of its ticket are checked, so that it costs no further round trip, and
 * takes it back when they refuse the ticket. A failure to count is logged and refuses nothing.
 */
export function countOpenings(
  checkLimits: ThrottleCheck,
  { openings, clock }: { openings: Pick<Openings, 'count'>; clock: Clock },
): ThrottleCheck {
  const count = (documentId: string, now: Date, by: 1 | -1) =>
    succeeds('count an opening', () => openings.count(documentId, now, by))
  return async (route, caller, event) => {
    const documentId = openedDocument(caller, event)
    if (documentId === null) return checkLimits(route, caller, event)
    const now = clock.now()
    const counting = count(documentId, now, 1)
    try {
      await checkLimits(route, caller, event)
    } catch (refusal) {
      if (await counting) await count(documentId, now, -1)
      throw refusal
    }
    await counting
  }
}

/** The document that a student or a visitor opens with a ticket; a download follows the opening in the viewer. */
function openedDocument(caller: AnyCaller, { queryStringParameters }: APIGatewayProxyEventV2): string | null {
  if (!caller || !('document' in caller) || !caller.document || caller.isAdmin) return null
  const query = v.safeParse(getTicket.query, queryStringParameters ?? {})
  const isOpening = query.success && query.output.disposition === 'inline' && !query.output.uncounted
  return isOpening && caller.document.file.kind !== 'coming-soon' ? caller.document.id : null
}
