import * as v from 'valibot'
import { Timestamp } from './fields.ts'

/** The actions of entries. The names contain CREATE, UPDATE or DELETE, by which the dashboard chooses colours. */
export const auditActionLabels = {
  UPDATE_PREMIUM: 'Accès Premium modifié',
  CREATE_SUBJECT: 'Sujet ajouté',
  UPDATE_SUBJECT: 'Sujet remplacé',
  UPDATE_EXERCISES: 'Exercices modifiés',
  DELETE_SUBJECT: 'Sujet supprimé',
  CREATE_RESOURCE: 'Ressource ajoutée',
  CREATE_RESOURCES: 'Ressources importées',
  UPDATE_RESOURCE: 'Ressource modifiée',
  UPDATE_RESOURCES: 'Ressources modifiées par import',
  DELETE_RESOURCE: 'Ressource supprimée',
  CREATE_USER: 'Compte créé',
  CREATE_BLOCK: 'Adresse bloquée',
  DELETE_BLOCK: 'Adresse débloquée',
  DELETE_USER: 'Compte supprimé',
  DELETE_SESSION: 'Session libérée',
  DELETE_SESSIONS: 'Sessions terminées',
  CREATE_OWNER: 'Propriétaire créé',
  UPDATE_ROLE: 'Rôle modifié',
  UPDATE_SECOND_FACTOR: 'Validation en deux étapes modifiée',
  REFUSED_ATTEMPT: "Tentative d'accès refusée",
  LOOK_UP_COPY: 'Exemplaire recherché',
  UPDATE_SETTINGS: 'Paramètres modifiés',
  UPDATE_REPORT: 'Signalement traité',
  UPDATE_QUESTION: 'Question traitée',
  CREATE_SHEET: 'Fiche publiée',
  UPDATE_SHEET: 'Fiche modifiée',
  DELETE_SHEET: 'Fiche retirée',
  UPDATE_INBOX: 'Fichier reçu ignoré',
  CREATE_CODES: 'Cartes créées',
  DELETE_CODES: 'Cartes annulées',
  REDEEM_CODE: 'Carte activée',
  UPDATE_CODE: "Activation d'une carte annulée",
  APPROVE_PAYMENT: 'Demande de paiement approuvée',
  CREATE_PAYMENT: 'Paiement noté',
  DELETE_PAYMENT: 'Paiement annulé',
  REFUSE_PAYMENT: 'Demande de paiement refusée',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof auditActionLabels

/** The author of an entry. The system is a type of its own, not an address, which a person could register. */
export const Actor = v.union([
  v.object({ type: v.literal('admin'), email: v.string() }),
  v.object({ type: v.literal('system') }),
])
export type Actor = v.InferOutput<typeof Actor>

const Values = v.nullable(v.record(v.string(), v.unknown()))
export type AuditValues = v.InferOutput<typeof Values>

export const AuditEntry = v.object({
  id: v.string(),
  createdAt: Timestamp,
  actor: Actor,
  /** The log is older than the code: an action of an earlier version is shown by its name. */
  action: v.custom<AuditAction>((action) => typeof action === 'string'),
  /** An e-mail address, or the id of a document. */
  target: v.string(),
  before: Values,
  after: Values,
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const AuditItem = v.object({
  ...v.pick(AuditEntry, ['id', 'createdAt']).entries,
  adminEmail: v.string(),
  actionType: v.string(),
  targetEmail: v.string(),
  oldValues: Values,
  newValues: Values,
})
export type AuditItem = v.InferOutput<typeof AuditItem>

/** Number of an actor's actions, stored beside the log in the same transaction. */
export const ActorActivity = v.object({ actor: Actor, count: v.number(), first: Timestamp, last: Timestamp })
export type ActorActivity = v.InferOutput<typeof ActorActivity>

export const ActivityItem = v.object({
  adminEmail: v.string(),
  actionCount: v.number(),
  firstAction: Timestamp,
  lastAction: Timestamp,
  isLegitimateAdmin: v.boolean(),
})
export type ActivityItem = v.InferOutput<typeof ActivityItem>

export function actorLabel(actor: Actor): string {
  return actor.type === 'system' ? 'SYSTEM' : actor.email
}

/** Returns whether an actor is an owner or the system; all others are flagged in the dashboard. */
export function isLegitimateActor(actor: Actor, owners: readonly string[]): boolean {
  return actor.type === 'system' || owners.includes(actor.email)
}
