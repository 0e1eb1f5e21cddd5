import { ApiFailure, detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import {
  IdentityFailure,
  type IdentityFailureReason,
  INVALID_CODE,
  passwordFaults,
} from '#web/lib/auth/identity-failure.ts'

export type AuthFault =
  | { kind: 'message' | 'wrongCredentials' | 'accountExists' | 'codeNotSent'; text: string }
  | { kind: ClaimRefusal | 'tooManyAttempts'; text: string; secondsLeft: number | null }

export type AuthNotice = AuthFault | { kind: 'success'; text: string }

type ClaimRefusal = 'sessionTaken' | 'deviceChangesExceeded'

/** The sentences for the reasons that a form can tell apart. */
type Reasons = Partial<Record<IdentityFailureReason, string>>

const WRONG_CREDENTIALS = 'Email ou mot de passe incorrect'
const INVITATION_EXPIRED =
  "Votre mot de passe provisoire a expiré. Demandez une nouvelle invitation à l'administrateur du site."
const SIGN_IN_EXPIRED = 'Le délai de validation est dépassé. Revenez à la connexion.'
/** The account service sends no sentence, and the API's table of sentences would come with every form. */
const TOO_MANY_ATTEMPTS = 'Trop de tentatives. Veuillez patienter avant de réessayer.'
const CODE_NOT_SENT = "Aucun code ne peut être envoyé pour le moment. Ce n'est pas de votre fait."
const PROOF_REFUSED =
  "La vérification de votre navigateur a expiré ou n'a pas abouti. Elle est refaite\u00a0: veuillez réessayer."
const ACCOUNT_EXISTS = 'Un compte existe déjà avec cet email. Veuillez vous connecter.'

/** Texts for a refusal without a text of its own, and for a fault of the page. */
type Fallback = { refused: string; broken: string }

const signInTexts: Fallback = {
  refused: 'Erreur de connexion. Veuillez réessayer.',
  broken: 'Une erreur est survenue lors de la connexion.',
}
const signUpTexts: Fallback = {
  refused: "Erreur lors de l'inscription. Veuillez réessayer.",
  broken: "Une erreur est survenue lors de l'inscription.",
}
const resetTexts: Fallback = {
  refused: 'Une erreur est survenue. Veuillez réessayer.',
  broken: 'Une erreur est survenue. Veuillez réessayer.',
}

export function signInFault(error: unknown): AuthFault {
  if (error instanceof IdentityFailure && error.reason === 'invalidCredentials')
    return { kind: 'wrongCredentials', text: WRONG_CREDENTIALS }
  return claimRefused(error) ?? fault(error, { invitationExpired: INVITATION_EXPIRED }, signInTexts)
}

const stepReasons: Reasons = { signInExpired: SIGN_IN_EXPIRED, invalidCredentials: WRONG_CREDENTIALS }

export function codeFault(error: unknown): AuthFault {
  return claimRefused(error) ?? fault(error, { ...stepReasons, invalidCode: INVALID_CODE }, signInTexts)
}

/** Explains a refusal of the password that replaces a temporary one. */
export function invitedPasswordFault(error: unknown): AuthFault {
  return fault(error, { ...stepReasons, ...passwordFaults }, signInTexts)
}

export function signUpFault(error: unknown): AuthFault {
  if (error instanceof IdentityFailure && error.reason === 'accountExists')
    return { kind: 'accountExists', text: ACCOUNT_EXISTS }
  const reasons = { ...passwordFaults, proofRefused: PROOF_REFUSED }
  return claimRefused(error) ?? fault(error, reasons, signUpTexts)
}

export function passwordResetFault(error: unknown): AuthFault {
  if (error instanceof IdentityFailure && error.reason === 'codeNotSent')
    return { kind: 'codeNotSent', text: CODE_NOT_SENT }
  const reasons = { invalidCode: INVALID_CODE, invalidCredentials: INVALID_CODE, ...passwordFaults }
  return fault(error, reasons, resetTexts)
}

const claimRefusals = new Map<string | null, ClaimRefusal>([
  ['SESSION_ALREADY_ACTIVE', 'sessionTaken'],
  ['DEVICE_CHANGES_EXCEEDED', 'deviceChangesExceeded'],
])

/** The password was right, but the account's session cannot be claimed now. */
function claimRefused(error: unknown): AuthFault | null {
  const kind = claimRefusals.get(refusalCodeOf(error))
  if (!kind) return null
  return { kind, text: detailOf(error, signInTexts.refused), secondsLeft: retryAfterSeconds(error) }
}

/** The account service does not say how long to wait; the API does. */
function isTooMany(error: unknown): boolean {
  if (error instanceof IdentityFailure) return error.reason === 'tooManyAttempts'
  return refusalCodeOf(error) === 'TOO_MANY_REQUESTS'
}

function retryAfterSeconds(error: unknown): number | null {
  return error instanceof ApiFailure ? error.retryAfterSeconds : null
}

function fault(error: unknown, reasons: Reasons, fallback: Fallback): AuthFault {
  // The server's sentence names the wait, which a countdown shows here.
  if (isTooMany(error))
    return { kind: 'tooManyAttempts', text: TOO_MANY_ATTEMPTS, secondsLeft: retryAfterSeconds(error) }
  if (error instanceof IdentityFailure)
    return { kind: 'message', text: reasons[error.reason] ?? fallback.refused }
  if (error instanceof ApiFailure) return { kind: 'message', text: troubleHint(error) ?? fallback.refused }
  return { kind: 'message', text: fallback.broken }
}
