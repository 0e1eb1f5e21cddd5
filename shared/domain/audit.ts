/** What an entry says was done. The names hold CREATE, UPDATE or DELETE, as the dashboard's colours expect. */
export type AuditAction =
  | 'UPDATE_PREMIUM'
  | 'CREATE_SUBJECT'
  | 'UPDATE_SUBJECT'
  | 'DELETE_SUBJECT'
  | 'CREATE_RESOURCE'
  | 'CREATE_RESOURCES'
  | 'UPDATE_RESOURCE'
  | 'DELETE_RESOURCE'
  | 'CREATE_USER'
  | 'CREATE_BLOCK'
  | 'DELETE_BLOCK'
  | 'DELETE_USER'
  | 'DELETE_SESSION'
  | 'CREATE_OWNER'
  | 'UPDATE_SECOND_FACTOR'
  | 'REFUSED_ATTEMPT'

/** Who acted. SYSTEM is a type of its own, not an address that somebody could register (decision D25). */
export type Actor = { type: 'admin'; email: string } | { type: 'system' }

/** Values before or after, as plain data; null where nothing was or is. */
export type AuditValues = Record<string, unknown> | null

/** One line of the append-only log. */
export type AuditEntry = {
  id: string
  createdAt: string
  actor: Actor
  action: AuditAction
  /** An e-mail address, or the id of a document. */
  target: string
  before: AuditValues
  after: AuditValues
}

/** How much one actor did, kept beside the log in the same transaction. */
export type ActorActivity = { actor: Actor; count: number; first: string; last: string }

/** The actor's name in lists. */
export function actorLabel(actor: Actor): string {
  return actor.type === 'system' ? 'SYSTEM' : actor.email
}

/** Whether an actor is an owner or the system; all others are flagged (spec section 6). */
export function isLegitimateActor(actor: Actor, owners: readonly string[]): boolean {
  return actor.type === 'system' || owners.includes(actor.email)
}
