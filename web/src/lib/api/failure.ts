import type { Problem } from '#shared/contract/problem-body.ts'

/**
 * The reason why a call brought no answer.
 * - `refused`: the server refused it (4xx).
 * - `failing`: the server or a proxy failed (5xx, or an answer that breaks the contract).
 * - `offline`: this device has no network.
 * - `unreachable`: it has one, but no answer came in time.
 */
type FailureKind = 'refused' | 'failing' | 'offline' | 'unreachable'

export class ApiFailure extends Error {
  readonly kind: FailureKind
  readonly status: number | null
  readonly problem: Problem | null
  /** Seconds until the server accepts calls again; null where it did not say. */
  readonly retryAfterSeconds: number | null

  constructor(
    kind: FailureKind,
    { status = null, problem = null, retryAfterSeconds = null, cause }: FailureDetails = {},
  ) {
    super(problem?.detail ?? kind, { cause })
    this.name = 'ApiFailure'
    this.kind = kind
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = problem?.retryAfterSeconds ?? retryAfterSeconds
  }

  /** The server's code; compared with strings of `ErrorCode`. */
  get code(): string | null {
    return this.problem?.code ?? null
  }
}

type FailureDetails = {
  status?: number | null
  problem?: Problem | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

export const networkTexts = {
  offline: 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.',
  unreachable: 'Vérifiez votre connexion Internet et réessayez.',
} as const

export function networkFailure(cause: unknown): ApiFailure {
  return new ApiFailure(navigator.onLine ? 'unreachable' : 'offline', { cause })
}

/** True when the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  return error.kind !== 'refused' || error.code === 'TOO_MANY_REQUESTS' || error.code === 'PROOF_REQUIRED'
}

/** Returns the code with which the server refused, or null when it did not refuse. */
export function refusalCodeOf(error: unknown): string | null {
  return error instanceof ApiFailure && error.kind === 'refused' ? error.code : null
}

/** Returns the server's own French sentence about a failure, or the fallback. */
export function detailOf(error: unknown, fallback: string): string {
  return (error instanceof ApiFailure && error.problem?.detail) || fallback
}

/** Milliseconds that the server wants to be waited before the call is sent again; 0 where it does not say. */
export function waitOf(error: unknown): number {
  return error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
}

/** Returns advice about a failure of the network, or null when the failure is another one. */
export function troubleHint(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null
  return error.kind === 'offline' || error.kind === 'unreachable' ? networkTexts[error.kind] : null
}

/** Returns why a call failed, where more is known than the fact: the network's hint or the server's own sentence. */
export function reasonOf(error: unknown): string | null {
  const hint = troubleHint(error)
  if (hint || !(error instanceof ApiFailure) || error.code === 'INTERNAL_ERROR') return hint
  return error.problem?.detail ?? null
}

/** Explains a failure as precisely as it is known. */
export function failureText(error: unknown, fallback: string): string {
  const faults = error instanceof ApiFailure ? error.problem?.errors : undefined
  return (
    troubleHint(error) ?? (faults?.map(({ message }) => message).join(' ; ') || detailOf(error, fallback))
  )
}
