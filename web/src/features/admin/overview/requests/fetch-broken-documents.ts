import { queryOptions } from '@tanstack/react-query'
import { listBrokenDocuments } from '#shared/contract/admin-documents.ts'
import { call } from '#web/lib/api/call.ts'

/** The documents that the last look found broken. */
export const brokenDocumentsQuery = queryOptions({
  queryKey: ['broken-documents'],
  queryFn: ({ signal }) => call(listBrokenDocuments, { signal }),
  staleTime: 0,
  meta: { personal: true },
})
