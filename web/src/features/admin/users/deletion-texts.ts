import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import type { Notice } from '#web/ui/notice.tsx'

/** Spec section 9. */
const ERROR_MS = 5_000

export const deletionTexts = {
  question: 'Êtes-vous sûr de vouloir supprimer cet utilisateur ?',
  done: 'Utilisateur supprimé avec succès',
  noSession: 'Session non trouvée',
  refused: 'Erreur lors de la suppression',
  failed: "Une erreur est survenue lors de la suppression de l'utilisateur",
} as const

/** Why an account was not deleted: one's own session is gone, the server said no, or something broke. */
export function deletionFailure(error: unknown): Notice {
  return { kind: 'error', text: reasonOf(error), ms: ERROR_MS }
}

function reasonOf(error: unknown): string {
  const code = refusalCodeOf(error)
  if (code === 'AUTHENTICATION_REQUIRED' || code === 'SESSION_INACTIVE') return deletionTexts.noSession
  if (code !== null) return `${deletionTexts.refused} : ${detailOf(error, code)}`
  const hint = troubleHint(error)
  return hint ? `${deletionTexts.failed}. ${hint}` : deletionTexts.failed
}
