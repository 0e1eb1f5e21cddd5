import { problems } from '#shared/domain/problems.ts'
import type { FileType } from '#shared/entities/resource.ts'
import { ApiFailure, networkTexts, refusalCodeOf, troubleHint } from '../api/failure.ts'

const SOURCE_FAILED = problems.DOCUMENT_SOURCE_FAILED.detail

export const INVALID_ID = "L'identifiant du fichier Google Drive n'est pas valide."

/** The edge refuses the link in a browser that did not keep its cookie. */
const COOKIES_NEEDED =
  'Votre navigateur refuse les cookies. Autorisez-les pour ce site : ils lient le document à votre navigateur.'

export function documentFailureText(error: unknown): string {
  if (error instanceof PreviewFailed) return previewTexts[error.type]
  if (error instanceof ClosedByExam) return problems.MOCK_EXAM_RUNNING.detail
  const hint = troubleHint(error)
  // The line above the document says the rest.
  if (hint === networkTexts.offline) return 'Ce document ne peut pas être chargé sans réseau.'
  if (hint) return hint
  if (refusalCodeOf(error) === 'INVALID_REQUEST') return INVALID_ID
  if (error instanceof ApiFailure && error.status === 403 && !error.problem && !navigator.cookieEnabled)
    return COOKIES_NEEDED
  if (error instanceof ApiFailure && error.problem && error.status !== 500) return error.problem.detail
  return error instanceof ApiFailure && error.kind === 'failing'
    ? SOURCE_FAILED
    : "Erreur lors de l'accès au fichier sécurisé"
}

/** Shown for a document that is announced but not uploaded yet. */
export const comingSoonTexts = {
  pdf: 'Ce document sera disponible prochainement.',
  video: 'Cette vidéo sera disponible prochainement.',
} as const

/** A document that is kept on this device answers the paper of an examination under way. */
export class ClosedByExam extends Error {
  override name = 'ClosedByExam'
}

export class PreviewFailed extends Error {
  override name = 'PreviewFailed'
  readonly type: FileType

  constructor(type: FileType) {
    super()
    this.type = type
  }
}

const previewTexts = {
  pdf: "Impossible d'afficher le document. Vérifiez que le fichier est accessible publiquement sur Google Drive.",
  video:
    "Impossible d'afficher la vidéo. Vérifiez que le fichier est accessible publiquement sur Google Drive.",
} as const
