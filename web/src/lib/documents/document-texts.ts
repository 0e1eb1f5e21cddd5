import { problems } from '#shared/contract/problems.ts'
import { ApiFailure, troubleHint } from '../api/failure.ts'

/** The bytes of a document did not come. */
export const SOURCE_FAILED = problems.DOCUMENT_SOURCE_FAILED.detail

/** Why a document could not be opened or saved, in the words of the specification (section 8). */
export function documentFailureText(error: unknown): string {
  const hint = troubleHint(error)
  if (hint) return hint
  if (error instanceof ApiFailure && error.problem && error.status !== 500) return error.problem.detail
  return error instanceof ApiFailure && error.kind === 'failing'
    ? SOURCE_FAILED
    : "Erreur lors de l'accès au fichier sécurisé"
}

/** What a document that is announced but not there says. */
export const comingSoonTexts = {
  pdf: 'Ce document sera disponible prochainement.',
  video: 'Cette vidéo sera disponible prochainement.',
} as const
