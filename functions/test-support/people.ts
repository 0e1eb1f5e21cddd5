import { randomUUID } from 'node:crypto'
import { newProfile, type User } from '#shared/entities/user.ts'
import type { Table } from '../data/client.ts'
import { createUsers } from '../data/users.ts'

export const PRIMARY_OWNER = 'proprietaire@exemple.test'
export const SECOND_OWNER = 'associee@exemple.test'
export const OWNER_EMAILS = `${PRIMARY_OWNER},${SECOND_OWNER}`

/** A user with a live session, as given. */
export function person(changes: Partial<User> = {}): User {
  const id = changes.id ?? randomUUID()
  const now = new Date()
  return {
    ...newProfile(id, `eleve-${id.slice(0, 8)}@exemple.test`, now),
    lease: { id: randomUUID(), lastActive: now.toISOString() },
    ...changes,
  }
}

/** The same, in the table. */
export async function settle(table: Table, changes: Partial<User> = {}): Promise<User> {
  const user = person(changes)
  await createUsers(table).createByOperator(user)
  return user
}
