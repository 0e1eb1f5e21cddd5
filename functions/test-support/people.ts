import { randomUUID } from 'node:crypto'
import { newProfile, type User } from '#shared/entities/user.ts'
import type { Table } from '../data/client.ts'
import { createUsers } from '../data/users.ts'

export const PRIMARY_OWNER = 'proprietaire@exemple.test'
export const SECOND_OWNER = 'associee@exemple.test'
export const OWNER_EMAILS = `${PRIMARY_OWNER},${SECOND_OWNER}`

/** A student with a live session and these changes. */
export function userFixture(changes: Partial<User> = {}): User {
  const id = changes.id ?? randomUUID()
  const now = new Date()
  return {
    ...newProfile(id, `eleve-${id.slice(0, 8)}@exemple.test`, now),
    lease: { id: randomUUID(), lastActive: now.toISOString() },
    ...changes,
  }
}

/** Stores a student with a live session and these changes. */
export async function storeUser(table: Table, changes: Partial<User> = {}): Promise<User> {
  const user = userFixture(changes)
  await createUsers(table).createByOperator(user)
  return user
}
