type Problem = { status: number; title: string; detail: string }

/* @__NO_SIDE_EFFECTS__ */
const problem = (status: number, title: string, detail: string): Problem => ({ status, title, detail })

/** Status, title and sentence of each error. The names are fixed, since clients and operators rely on them. */
export const problems = {
  INVALID_REQUEST: problem(400, 'Requête invalide', 'La requête est invalide.'),
  PAYLOAD_TOO_LARGE: problem(413, 'Requête trop volumineuse', 'Le contenu envoyé est trop volumineux.'),
  AUTHENTICATION_REQUIRED: problem(401, 'Authentification requise', 'Authentification requise'),
  PROOF_REQUIRED: problem(401, 'Preuve requise', "La demande doit prouver qu'elle vient de ce navigateur."),
  ACCOUNT_BLOCKED: problem(403, 'Accès refusé', 'Accès refusé'),
  SESSION_INACTIVE: problem(403, 'Session inactive', "Cette session n'est plus active."),
  PREMIUM_REQUIRED: problem(403, 'Accès refusé', 'Accès refusé au fichier'),
  MOCK_EXAM_RUNNING: problem(
    403,
    'Examen blanc en cours',
    "Le corrigé et la vidéo s'ouvrent à la fin de votre examen blanc.",
  ),
  SECOND_FACTOR_REQUIRED: problem(
    403,
    'Second facteur requis',
    "L'administration demande une validation en deux étapes. Activez-la depuis la page Mon compte.",
  ),
  REAUTHENTICATION_REQUIRED: problem(
    403,
    'Mot de passe à confirmer',
    'Confirmez votre mot de passe pour continuer.',
  ),
  OWNER_REQUIRED: problem(
    403,
    'Accès refusé',
    "ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action",
  ),
  ADMIN_REQUIRED: problem(403, 'Accès refusé', "Vous n'avez pas la permission d'accéder à cette page."),
  NOT_FOUND: problem(404, 'Introuvable', "Cet élément n'existe pas."),
  PROFILE_NOT_FOUND: problem(404, 'Introuvable', "Ce profil n'existe pas."),
  DOCUMENT_UNAVAILABLE: problem(
    404,
    'Document indisponible',
    "Ce document n'est pas encore disponible. Il sera ajouté prochainement.",
  ),
  DOCUMENT_PREPARING: problem(
    409,
    'Document en préparation',
    "Ce document est en préparation. Il s'ouvrira tout seul.",
  ),
  DOCUMENT_BROKEN: problem(
    409,
    'Document défectueux',
    'Ce document a un problème. Votre professeur en est averti.',
  ),
  SESSION_ALREADY_ACTIVE: problem(
    409,
    'Session déjà active',
    'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.',
  ),
  SUBJECT_EXISTS: problem(
    409,
    'Sujet existant',
    'Un sujet existe déjà pour cette filière, cette année et cette session.',
  ),
  CONFLICT: problem(409, 'Conflit', "Cet élément vient d'être modifié. Veuillez actualiser puis réessayer."),
  TOO_MANY_REQUESTS: problem(
    429,
    'Trop de requêtes',
    'Trop de tentatives. Veuillez patienter avant de réessayer.',
  ),
  DAILY_ALLOWANCE_REACHED: problem(
    429,
    'Limite du jour atteinte',
    "Vous avez atteint le nombre de documents prévu pour aujourd'hui. L'accès reprend demain.",
  ),
  DEVICE_CHANGES_EXCEEDED: problem(
    429,
    "Trop de changements d'appareil",
    "Votre compte a changé d'appareil trop souvent aujourd'hui. Réessayez demain ou contactez-nous.",
  ),
  RANGE_NOT_SATISFIABLE: problem(416, 'Plage invalide', "La partie demandée n'existe pas dans ce fichier."),
  DOCUMENT_TOO_LARGE: problem(
    413,
    'Document trop volumineux',
    'Ce document est trop volumineux pour être envoyé en une fois.',
  ),
  CODE_UNKNOWN: problem(404, 'Code inconnu', "Ce code n'existe pas. Vérifiez les caractères et réessayez."),
  CODE_USED: problem(409, 'Code utilisé', 'Ce code a déjà été utilisé.'),
  CODE_EXPIRED: problem(409, 'Code expiré', "Ce code n'est plus valable."),
  CODE_REVOKED: problem(409, 'Code annulé', 'Ce code a été annulé.'),
  DOCUMENT_SOURCE_FAILED: problem(
    502,
    'Source indisponible',
    'Erreur lors du chargement du fichier sécurisé',
  ),
  TEMPORARILY_UNAVAILABLE: problem(
    503,
    'Service indisponible',
    'Le service est momentanément indisponible. Veuillez réessayer dans un instant.',
  ),
  INTERNAL_ERROR: problem(500, 'Erreur interne', 'Une erreur est survenue. Veuillez réessayer plus tard.'),
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
