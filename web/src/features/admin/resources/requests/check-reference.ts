import { queryOptions } from '@tanstack/react-query'
import { checkReference } from '#shared/contract/admin-documents.ts'
import { call } from '#web/lib/api/call.ts'

/** What a reference is expected to lead to. */
export type ReferenceType = 'pdf' | 'video' | 'captions'

/** What Drive says of a file that is about to be stored. */
export function referenceQuery(file: string, type: ReferenceType) {
  return queryOptions({
    queryKey: ['reference', file, type],
    queryFn: ({ signal }) => call(checkReference, { query: { file, type }, signal }),
    // Only a hint: whoever types does not wait for it.
    retry: false,
    meta: { personal: true },
  })
}
