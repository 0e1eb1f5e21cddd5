import { type Disposition, getTicket, type Ticket } from '#shared/contract/files.ts'
import { call } from '../api/call.ts'

/** Asks for the right to fetch a document for a short while. @throws ApiFailure */
export function requestTicket(id: string, disposition: Disposition, signal?: AbortSignal): Promise<Ticket> {
  return call(getTicket, { params: { id }, query: { disposition }, signal })
}
