import { deleteResource as route } from '#shared/contract/admin-resources.ts'
import { call } from '#web/lib/api/call.ts'

/** Deletes a resource. @throws ApiFailure */
export function deleteResource(id: string): Promise<void> {
  return call(route, { params: { id } })
}
