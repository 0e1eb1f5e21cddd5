import { checkDocuments as route } from '#shared/contract/admin-documents.ts'
import { call } from '#web/lib/api/call.ts'

/** Looks through some documents from `cursor` on. @throws ApiFailure */
export function checkDocuments(cursor: string | undefined) {
  return call(route, { query: { cursor } })
}
