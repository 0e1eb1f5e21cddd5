import { problems, tooManyFreeDocuments, tooManyRequests } from './problems.ts'

// Clients and operators rely on codes and statuses; null when the sentence may change.
test.each([
  ['INVALID_REQUEST', 400, null],
  ['AUTHENTICATION_REQUIRED', 401, 'Authentification requise'],
  ['ACCOUNT_BLOCKED', 403, null],
  ['SESSION_INACTIVE', 403, null],
  ['PREMIUM_REQUIRED', 403, 'Accès refusé au fichier'],
  ['OWNER_REQUIRED', 403, "ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action"],
  ['ADMIN_REQUIRED', 403, "Vous n'avez pas la permission d'accéder à cette page."],
  ['NOT_FOUND', 404, null],
  ['PROFILE_NOT_FOUND', 404, null],
  ['DOCUMENT_UNAVAILABLE', 404, "Ce document n'est pas encore disponible. Il sera ajouté prochainement."],
  [
    'SESSION_ALREADY_ACTIVE',
    409,
    'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.',
  ],
  ['SUBJECT_EXISTS', 409, null],
  ['CONFLICT', 409, null],
  ['PAYLOAD_TOO_LARGE', 413, null],
  ['TOO_MANY_REQUESTS', 429, null],
  ['DOCUMENT_SOURCE_FAILED', 502, 'Erreur lors du chargement du fichier sécurisé'],
  ['TEMPORARILY_UNAVAILABLE', 503, null],
  [
    'DEVICE_CHANGES_EXCEEDED',
    429,
    "Votre compte a changé d'appareil trop souvent aujourd'hui. Réessayez demain ou contactez-nous.",
  ],
  [
    'DAILY_ALLOWANCE_REACHED',
    429,
    "Vous avez atteint le nombre de documents prévu pour aujourd'hui. L'accès reprend demain.",
  ],
  ['CODE_UNKNOWN', 404, "Ce code n'existe pas. Vérifiez les caractères et réessayez."],
  ['CODE_USED', 409, 'Ce code a déjà été utilisé.'],
  ['CODE_EXPIRED', 409, "Ce code n'est plus valable."],
  ['CODE_REVOKED', 409, 'Ce code a été annulé.'],
] as const)('%s is answered with %d and its fixed sentence', (code, status, detail) => {
  expect(problems[code].status).toBe(status)
  if (detail !== null) expect(problems[code].detail).toBe(detail)
})

test.each([
  { seconds: 1, wait: 'une seconde' },
  { seconds: 59, wait: '59 secondes' },
  { seconds: 60, wait: 'une minute' },
  { seconds: 61, wait: '2 minutes' },
  { seconds: 3_600, wait: 'une heure' },
  { seconds: 3_601, wait: '2 heures' },
])('a wait of $seconds s is written as $wait', ({ seconds, wait }) => {
  expect(tooManyRequests(seconds)).toContain(`Réessayez dans ${wait}.`)
  expect(tooManyFreeDocuments(seconds)).toContain(`Réessayez dans ${wait}, ou connectez-vous.`)
})
