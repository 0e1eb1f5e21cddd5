import { ApiFailure, detailOf, troubleHint } from '#web/lib/api/failure.ts'

/** Why a call failed, as exactly as it is known: the network's words, what is wrong with what was sent, the server's. */
export function failureText(error: unknown, fallback: string): string {
  const faults = error instanceof ApiFailure ? error.problem?.errors : undefined
  return (
    troubleHint(error) ?? (faults?.map(({ message }) => message).join(' ; ') || detailOf(error, fallback))
  )
}
