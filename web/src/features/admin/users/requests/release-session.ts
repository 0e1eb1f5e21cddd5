import { releaseSession as route } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

/** Frees an account's one session, whoever holds it. @throws ApiFailure */
export function releaseSession(id: string): Promise<void> {
  return call(route, { params: { id } })
}
