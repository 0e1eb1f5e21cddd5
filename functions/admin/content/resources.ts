import type { ResourceState } from '#shared/contract/admin/resources.ts'
import {
  type ManagedResource,
  managedResource,
  type ResourceInput,
  storedResource,
} from '#shared/domain/documents/document-input.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { answerIfEqual } from '../../data/optimistic-lock.ts'
import type { PageQuery } from '../../data/table/query.ts'
import type { Deps } from '../../http/use-case.ts'
import type { AfterChanges } from '../after-changes.ts'
import {
  changedDocument,
  derivedId,
  hasFields,
  isSameFile,
  newDocument,
  resourceValues,
} from '../document-fields.ts'

const UNOPENED_DAYS = 365

export async function listResources(
  deps: Pick<Deps, 'resources' | 'documentHealth' | 'openings' | 'clock'>,
  { state, ...query }: PageQuery & { search: string; state?: ResourceState | undefined },
): Promise<{ items: ManagedResource[]; nextCursor: string | null; total: number }> {
  const readers: Record<ResourceState, () => Promise<(id: string) => boolean>> = {
    broken: async () => {
      const { broken } = await deps.documentHealth.read()
      const ids = new Set(broken.map(({ id }) => id))
      return (id) => ids.has(id)
    },
    unopened: async () => {
      const sums = await deps.openings.sumLastDays(deps.clock.now(), UNOPENED_DAYS)
      return (id) => !sums.has(id)
    },
  }
  const { items, ...page } = await deps.resources.listNewest(query, state && readers[state])
  return { items: items.map(managedResource), ...page }
}

type ResourceDeps = Pick<Deps, 'resources' | 'clock'> & AfterChanges

const ADDITION_TRIES = 5

/** The id is derived from the content, so that a repeated request finds the first one's resource. */
export async function addResource(
  deps: Pick<Deps, 'resources' | 'clock'>,
  actor: User,
  input: ResourceInput,
): Promise<Resource> {
  const fields = storedResource(input)
  const now = deps.clock.now()
  for (let attempt = 0; attempt < ADDITION_TRIES; attempt += 1) {
    const resource = { id: derivedId('resource', fields, attempt), ...fields, ...newDocument(now) }
    const entry = auditEntry(adminActor(actor), now, {
      action: 'CREATE_RESOURCE',
      target: resource.id,
      after: resourceValues(resource),
    })
    if ((await deps.resources.add(resource, entry)) === 'written') return resource
    const taken = await deps.resources.find(resource.id)
    if (taken && hasFields(taken, fields)) return taken
  }
  throw new DomainError('CONFLICT')
}

export async function findAddedResource(
  { resources }: Pick<Deps, 'resources'>,
  input: ResourceInput,
): Promise<Resource | null> {
  const fields = storedResource(input)
  for (let attempt = 0; attempt < ADDITION_TRIES; attempt += 1) {
    const resource = await resources.find(derivedId('resource', fields, attempt))
    if (resource === null || hasFields(resource, fields)) return resource
  }
  return null
}

export async function updateResource(
  deps: ResourceDeps,
  actor: User,
  id: string,
  input: ResourceInput,
): Promise<Resource> {
  const before = found(await deps.resources.find(id))
  const fields = storedResource(input)
  const now = deps.clock.now()
  const after = changedDocument(before, fields, now)
  if (!after) {
    await deps.preparation.lookAgain(id)
    return before
  }
  const entry = auditEntry(adminActor(actor), now, {
    action: 'UPDATE_RESOURCE',
    target: id,
    before: resourceValues(before),
    after: resourceValues(after),
  })
  if ((await deps.resources.replace(before, after, entry)) === 'conflict')
    return answerIfEqual(await deps.resources.find(id), (stored) => hasFields(stored, fields))
  if (!isSameFile(before, after)) await deps.edgeCache.forget(id)
  return after
}

export async function deleteResource(deps: ResourceDeps, actor: User, id: string): Promise<void> {
  const resource = found(await deps.resources.find(id))
  const entry = auditEntry(adminActor(actor), deps.clock.now(), {
    action: 'DELETE_RESOURCE',
    target: id,
    before: resourceValues(resource),
  })
  const result = await deps.resources.remove(resource, entry)
  if (result === 'conflict' && (await deps.resources.find(id))) throw new DomainError('CONFLICT')
  await deps.edgeCache.forget(id)
}
