import type { ErrorCode } from '../domain/domain-error.ts'

type ProblemDefinition = { status: number; title: string; detail: string }

export const problems: Record<ErrorCode, ProblemDefinition> = {
  INVALID_REQUEST: { status: 400, title: 'Requête invalide', detail: 'La requête est invalide.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: 'Requête trop volumineuse',
    detail: 'Le contenu envoyé est trop volumineux.',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    title: 'Authentification requise',
    detail: 'Authentification requise',
  },
  PROOF_REQUIRED: {
    status: 401,
    title: 'Preuve requise',
    detail: "La demande doit prouver qu'elle vient de ce navigateur.",
  },
  ACCOUNT_BLOCKED: { status: 403, title: 'Accès refusé', detail: 'Accès refusé' },
  SESSION_INACTIVE: { status: 403, title: 'Session inactive', detail: "Cette session n'est plus active." },
  PREMIUM_REQUIRED: { status: 403, title: 'Accès refusé', detail: 'Accès refusé au fichier' },
  MOCK_EXAM_RUNNING: {
    status: 403,
    title: 'Examen blanc en cours',
    detail: "Le corrigé et la vidéo s'ouvrent à la fin de votre examen blanc.",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    title: 'Second facteur requis',
    detail: "L'administration demande une validation en deux étapes. Activez-la depuis la page Mon compte.",
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    title: 'Mot de passe à confirmer',
    detail: 'Confirmez votre mot de passe pour continuer.',
  },
  OWNER_REQUIRED: {
    status: 403,
    title: 'Accès refusé',
    detail: "ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action",
  },
  ADMIN_REQUIRED: {
    status: 403,
    title: 'Accès refusé',
    detail: "Vous n'avez pas la permission d'accéder à cette page.",
  },
  NOT_FOUND: { status: 404, title: 'Introuvable', detail: "Cet élément n'existe pas." },
  PROFILE_NOT_FOUND: { status: 404, title: 'Introuvable', detail: "Ce profil n'existe pas." },
  DOCUMENT_UNAVAILABLE: {
    status: 404,
    title: 'Document indisponible',
    detail: "Ce document n'est pas encore disponible. Il sera ajouté prochainement.",
  },
  DOCUMENT_PREPARING: {
    status: 409,
    title: 'Document en préparation',
    detail: "Ce document est en préparation. Il s'ouvrira tout seul.",
  },
  DOCUMENT_BROKEN: {
    status: 409,
    title: 'Document défectueux',
    detail: 'Ce document a un problème. Votre professeur en est averti.',
  },
  SESSION_ALREADY_ACTIVE: {
    status: 409,
    title: 'Session déjà active',
    detail:
      'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.',
  },
  SUBJECT_EXISTS: {
    status: 409,
    title: 'Sujet existant',
    detail: 'Un sujet existe déjà pour cette filière, cette année et cette session.',
  },
  CONFLICT: {
    status: 409,
    title: 'Conflit',
    detail: "Cet élément vient d'être modifié. Veuillez actualiser puis réessayer.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Trop de requêtes',
    detail: 'Trop de tentatives. Veuillez patienter avant de réessayer.',
  },
  DAILY_ALLOWANCE_REACHED: {
    status: 429,
    title: 'Limite du jour atteinte',
    detail: "Vous avez atteint le nombre de documents prévu pour aujourd'hui. L'accès reprend demain.",
  },
  DEVICE_CHANGES_EXCEEDED: {
    status: 429,
    title: "Trop de changements d'appareil",
    detail: "Votre compte a changé d'appareil trop souvent aujourd'hui. Réessayez demain ou contactez-nous.",
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    title: 'Plage invalide',
    detail: "La partie demandée n'existe pas dans ce fichier.",
  },
  DOCUMENT_TOO_LARGE: {
    status: 413,
    title: 'Document trop volumineux',
    detail: 'Ce document est trop volumineux pour être envoyé en une fois.',
  },
  CODE_UNKNOWN: {
    status: 404,
    title: 'Code inconnu',
    detail: "Ce code n'existe pas. Vérifiez les caractères et réessayez.",
  },
  CODE_USED: { status: 409, title: 'Code utilisé', detail: 'Ce code a déjà été utilisé.' },
  CODE_EXPIRED: { status: 409, title: 'Code expiré', detail: "Ce code n'est plus valable." },
  CODE_REVOKED: { status: 409, title: 'Code annulé', detail: 'Ce code a été annulé.' },
  DOCUMENT_SOURCE_FAILED: {
    status: 502,
    title: 'Source indisponible',
    detail: 'Erreur lors du chargement du fichier sécurisé',
  },
  TEMPORARILY_UNAVAILABLE: {
    status: 503,
    title: 'Service indisponible',
    detail: 'Le service est momentanément indisponible. Veuillez réessayer dans un instant.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Erreur interne',
    detail: 'Une erreur est survenue. Veuillez réessayer plus tard.',
  },
}

/** @param seconds until a call is accepted again, at least 1 */
export function tooManyRequests(seconds: number): string {
  return `${problems.TOO_MANY_REQUESTS.detail} Réessayez dans ${waitText(seconds)}.`
}

/** For a visitor at the limit of free documents of an hour. @param seconds to the next hour, at least 1 */
export function tooManyFreeDocuments(seconds: number): string {
  return `Beaucoup de documents gratuits ont été ouverts avec ce navigateur ou depuis ce réseau. Réessayez dans ${waitText(seconds)}, ou connectez-vous.`
}

function waitText(seconds: number): string {
  const [length, unit] = UNITS.findLast(([from]) => seconds >= from) ?? UNITS[0]
  const count = Math.ceil(seconds / length)
  return count === 1 ? `une ${unit}` : `${count} ${unit}s`
}

const UNITS = [
  [1, 'seconde'],
  [60, 'minute'],
  [3_600, 'heure'],
] as const
