import { type AuditAction, auditActionLabels } from '#shared/entities/audit-entry.ts'
import { blockedEmailFieldLabels } from '#shared/entities/blocked-email.ts'
import { fileTypeLabels, resourceFieldLabels, resourceTypeLabels } from '#shared/entities/resource.ts'
import { paymentFieldLabels, userFieldLabels } from '#shared/entities/user.ts'

/** The sentence of an action; of one that this page does not know, nothing: its name says it. */
export function actionWords(action: string): string | null {
  return Object.hasOwn(auditActionLabels, action) ? auditActionLabels[action as AuditAction] : null
}

const fields: Readonly<Record<string, string>> = {
  ...blockedEmailFieldLabels,
  ...userFieldLabels,
  ...paymentFieldLabels,
  ...resourceFieldLabels,
  deletedBy: 'Supprimé par',
  lastActive: 'Dernière activité',
  fileId: 'Identifiant',
  hasAccount: 'Avec un compte',
  createdCount: 'Nombre de créations',
  updatedCount: 'Nombre de modifications',
  created: 'Créées',
  updated: 'Modifiées',
}

/** A field's French label, or its name when it has none. */
export function fieldLabel(name: string): string {
  return Object.hasOwn(fields, name) ? (fields[name] as string) : name
}

/** Words that the table stores in English. */
export const storedWords: Readonly<Record<string, string>> = {
  ...resourceTypeLabels,
  ...fileTypeLabels,
  'coming-soon': 'à venir',
  user: "l'utilisateur",
}
