import { ApiFailure, detailOf, troubleHint } from './failure.ts'

/**
 * Explains why a call failed, as precisely as it is known: the network's hint, the errors of the fields, the server's
 * sentence.
 */
export function failureText(error: unknown, fallback: string): string {
  const faults = error instanceof ApiFailure ? error.problem?.errors : undefined
  return (
    troubleHint(error) ?? (faults?.map(({ message }) => message).join(' ; ') || detailOf(error, fallback))
  )
}
