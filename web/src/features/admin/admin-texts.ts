import { detailOf, troubleHint } from '#web/lib/api/failure.ts'

/** Where nobody says why (spec section 8). */
export const UNKNOWN_FAULT = 'Erreur inconnue'

export const USERS_FAILED = 'Une erreur est survenue lors du chargement des utilisateurs'

/** Why a list is not there: the network's words, the server's own, or the list's. */
export function listFailure(fallback: string) {
  return (error: Error) => troubleHint(error) ?? detailOf(error, fallback)
}
