import { addResource, updateResource } from '#shared/contract/admin-resources.ts'
import type { ManagedResource, ResourceInput } from '#shared/domain/document-input.ts'
import { call } from '#web/lib/api/call.ts'

/** Adds a resource, or with an id changes the one that has it. @throws ApiFailure */
export function saveResource(id: string | null, body: ResourceInput): Promise<ManagedResource> {
  return id === null ? call(addResource, { body }) : call(updateResource, { params: { id }, body })
}
