import type { AuditAction } from '#shared/entities/audit-entry.ts'

/** What was done, in the owner's words. */
const actions: Record<AuditAction, string> = {
  UPDATE_PREMIUM: 'Accès Premium modifié',
  CREATE_SUBJECT: 'Sujet ajouté',
  UPDATE_SUBJECT: 'Sujet remplacé',
  DELETE_SUBJECT: 'Sujet supprimé',
  CREATE_RESOURCE: 'Ressource ajoutée',
  CREATE_RESOURCES: 'Ressources importées',
  UPDATE_RESOURCE: 'Ressource modifiée',
  DELETE_RESOURCE: 'Ressource supprimée',
  CREATE_USER: 'Compte créé',
  CREATE_BLOCK: 'Adresse bloquée',
  DELETE_BLOCK: 'Adresse débloquée',
  DELETE_USER: 'Compte supprimé',
  DELETE_SESSION: 'Session libérée',
  CREATE_OWNER: 'Propriétaire créé',
  UPDATE_SECOND_FACTOR: 'Validation en deux étapes modifiée',
  REFUSED_ATTEMPT: "Tentative d'accès refusée",
}

/** The sentence of an action; of one that this page does not know, nothing: its name says it. */
export function actionWords(action: string): string | null {
  return Object.hasOwn(actions, action) ? actions[action as AuditAction] : null
}

const fields: Readonly<Record<string, string>> = {
  isPremium: 'Statut Premium',
  premiumUntil: 'Fin du Premium',
  payment: 'Paiement',
  amount: 'Montant (DH)',
  means: 'Moyen de paiement',
  reference: 'Référence',
  isAdmin: 'Administrateur',
  hasSecondFactor: 'Validation en deux étapes',
  email: 'Email',
  createdAt: 'Inscription',
  deletedBy: 'Supprimé par',
  reason: 'Raison',
  blockedAt: 'Bloqué le',
  blockedBy: 'Bloqué par',
  lastActive: 'Dernière activité',
  title: 'Titre',
  description: 'Description',
  track: 'Filière',
  theme: 'Thème',
  chapter: 'Chapitre',
  year: 'Année',
  session: 'Session',
  resourceType: 'Nature',
  type: 'Type',
  file: 'Fichier',
  fileId: 'Identifiant',
  isFree: 'Gratuit',
  thumbnail: 'Miniature',
  captions: 'Sous-titres',
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
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
  pdf: 'PDF',
  video: 'Vidéo',
  'coming-soon': 'à venir',
  user: "l'utilisateur",
}
