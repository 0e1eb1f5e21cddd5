import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ResourceInput } from '#shared/domain/document-input.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { parseDriveReference, parseFileReference } from '#shared/domain/drive-reference.ts'
import { laterThan } from '#shared/domain/instant.ts'
import { UNKNOWN_WEIGHT } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { resourceView } from './resource-view.ts'

/** What an owner says of a resource; the rest is ours. */
export type ResourceFields = Omit<Resource, 'id' | 'version' | 'size' | 'pages' | 'createdAt' | 'updatedAt'>

/** The fields that a checked input stands for. The contract has checked its references by the same rules. */
export function fieldsOf(input: ResourceInput): ResourceFields {
  const isFreeVideo = input.isFree && input.type === 'video'
  const file = parseFileReference(input.file, { isFreeVideo })
  const captions = input.captions === null ? null : parseDriveReference(input.captions)
  if (!file) throw new DomainError('INVALID_REQUEST')
  return { ...input, file, captions }
}

/** A resource that is new at `now`. */
export function newResource(id: string, fields: ResourceFields, now: Date): Resource {
  const at = now.toISOString()
  return { id, ...fields, version: randomUUID(), ...UNKNOWN_WEIGHT, createdAt: at, updatedAt: at }
}

/** A resource with other fields, or null when they are those that it has. */
export function changedResource(before: Resource, fields: ResourceFields, now: Date): Resource | null {
  if (hasFields(before, fields)) return null
  const after = { ...before, ...fields, updatedAt: laterThan(before.updatedAt, now) }
  // A new version is a new path: no cached copy of the earlier file can answer for it (decision D24).
  return isSameFile(before, after) ? after : { ...after, version: randomUUID(), ...UNKNOWN_WEIGHT }
}

export function hasFields(resource: Resource, fields: ResourceFields): boolean {
  return isDeepStrictEqual({ ...resource, ...fields }, { ...resource })
}

/** Whether two states of a resource lead to the same bytes, told to be of the same type. */
export function isSameFile(a: ResourceFields, b: ResourceFields): boolean {
  return isDeepStrictEqual([a.file, a.captions, a.type], [b.file, b.captions, b.type])
}

/** By what an import recognises a resource that it does not name by its id. */
export type Place = Pick<
  Resource,
  'track' | 'theme' | 'chapter' | 'year' | 'session' | 'resourceType' | 'type'
>

export function placeKey({ track, theme, chapter, year, session, resourceType, type }: Place): string {
  return JSON.stringify([track, theme, chapter, year, session, resourceType, type])
}

/** An id made of what it stands for, so that a request sent again meets what its first sending made. */
export function derivedId(...parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  // RFC 9562: version 8, made by the application's own rule.
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What the log keeps of a resource. */
export function valuesOf(resource: Resource): Record<string, unknown> {
  const { id: _id, createdAt: _created, updatedAt: _updated, ...values } = resourceView(resource)
  return values
}
