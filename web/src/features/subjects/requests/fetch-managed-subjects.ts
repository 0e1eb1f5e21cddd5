import { queryOptions } from '@tanstack/react-query'
import { listManagedSubjects } from '#shared/contract/admin-subjects.ts'
import { call } from '#web/lib/api/call.ts'

/** Every subject as the owner manages them. */
export const managedSubjectsQuery = queryOptions({
  queryKey: ['managed-subjects'],
  queryFn: async ({ signal }) => (await call(listManagedSubjects, { signal })).items,
  meta: { personal: true },
})
