import type { problems } from './problems.ts'

export type ErrorCode = keyof typeof problems

export type FieldFault = { path: string; message: string }

type ErrorDetails = {
  detail?: string
  /** Seconds, at least 1; also sent as Retry-After. */
  retryAfterSeconds?: number
  errors?: readonly FieldFault[]
  cause?: unknown
}

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: Omit<ErrorDetails, 'cause'>

  constructor(code: ErrorCode, { cause, ...details }: ErrorDetails = {}) {
    super(code, { cause })
    this.name = 'DomainError'
    this.code = code
    this.details = details
  }
}

/** @throws DomainError NOT_FOUND for nothing */
export function found<T>(item: T | null | undefined): T {
  if (item === null || item === undefined) throw new DomainError('NOT_FOUND')
  return item
}
