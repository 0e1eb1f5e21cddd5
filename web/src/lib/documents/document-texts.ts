import { problems } from '#shared/contract/problems.ts'
import { ApiFailure, refusalCodeOf, troubleHint } from '../api/failure.ts'

/** The bytes of a document did not come. */
const SOURCE_FAILED = problems.DOCUMENT_SOURCE_FAILED.detail

/** The document's name is none (specification, sections 5 and 8). */
export const INVALID_ID = "L'identifiant du fichier Google Drive n'est pas valide."

/** Why a document could not be opened or saved, in the words of the specification (section 8). */
export function documentFailureText(error: unknown): string {
  const hint = troubleHint(error)
  if (hint) return hint
  if (refusalCodeOf(error) === 'INVALID_REQUEST') return INVALID_ID
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

/** What Drive's own player or preview cannot show. */
export const driveTexts = {
  pdf: "Impossible d'afficher le document. Vérifiez que le fichier est accessible publiquement sur Google Drive.",
  video:
    "Impossible d'afficher la vidéo. Vérifiez que le fichier est accessible publiquement sur Google Drive.",
} as const
