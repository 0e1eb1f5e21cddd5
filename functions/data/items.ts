import * as v from 'valibot'
import { findTrack } from '#shared/catalogue/tracks.ts'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { orNull } from '#shared/entities/fields.ts'
import { isAvailable, Resource, searchedResourceFields } from '#shared/entities/resource.ts'
import { Subject } from '#shared/entities/subject.ts'
import { User } from '#shared/entities/user.ts'
import { resourceIndexKeys, resourceKey, subjectItemKey, userIndexKeys, userKey } from './keys.ts'
import { PackedLastRead, packLastRead } from './last-read.ts'
import { parseItem } from './table/read.ts'
import { type StoredItem } from './table/table-shape.ts'

export function userItem(user: User): StoredItem {
  return {
    ...userKey(user.id),
    ...userIndexKeys(user),
    searchText: foldText(user.email),
    ...withoutNulls({ ...user, lastRead: user.lastRead && packLastRead(user.lastRead) }),
  }
}

export function resourceItem(resource: Resource): StoredItem {
  return {
    ...resourceKey(resource.id),
    ...resourceIndexKeys(resource),
    searchText: resourceSearchText(resource),
    available: isAvailable(resource),
    ...withoutNulls(resource),
  }
}

/** Returns the text that the owner's search looks through: the searched fields and the label of the track. */
function resourceSearchText(resource: Resource): string {
  const texts = searchedResourceFields.map((field) => resource[field])
  return foldText([...texts, findTrack(resource.track).label].join(' '))
}

export function subjectItem(subject: Subject): StoredItem {
  return { ...subjectItemKey(subject), ...withoutNulls(subject) }
}

/** A user as the table holds them. Earlier versions stored the instant at which Premium ended. */
export const StoredUser = v.object({
  ...User.entries,
  premiumUntil: orNull(LastDay),
  lastRead: orNull(PackedLastRead),
})

/** @throws Error when the item is not a user */
export function parseUser(item: unknown): User {
  return parseItem(StoredUser, item)
}

/** @throws Error when the item is not a resource */
export function parseResource(item: unknown): Resource {
  return parseItem(Resource, item)
}

/** @throws Error when the item is not a subject */
export function parseSubject(item: unknown): Subject {
  return parseItem(Subject, item)
}

/** Leaves out null values, so that a condition can be `attribute_not_exists`. */
export function withoutNulls(entity: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== null))
}
