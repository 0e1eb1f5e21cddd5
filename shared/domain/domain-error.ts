/** The names are fixed, since clients and operators rely on them; `contract/problems.ts` has their sentences. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'PAYLOAD_TOO_LARGE'
  | 'AUTHENTICATION_REQUIRED'
  | 'PROOF_REQUIRED'
  | 'ACCOUNT_BLOCKED'
  | 'SESSION_INACTIVE'
  | 'PREMIUM_REQUIRED'
  | 'MOCK_EXAM_RUNNING'
  | 'SECOND_FACTOR_REQUIRED'
  | 'REAUTHENTICATION_REQUIRED'
  | 'OWNER_REQUIRED'
  | 'ADMIN_REQUIRED'
  | 'NOT_FOUND'
  | 'PROFILE_NOT_FOUND'
  | 'DOCUMENT_UNAVAILABLE'
  | 'DOCUMENT_PREPARING'
  | 'DOCUMENT_BROKEN'
  | 'SESSION_ALREADY_ACTIVE'
  | 'SUBJECT_EXISTS'
  | 'CONFLICT'
  | 'TOO_MANY_REQUESTS'
  | 'DEVICE_CHANGES_EXCEEDED'
  | 'DAILY_ALLOWANCE_REACHED'
  | 'DOCUMENT_SOURCE_FAILED'
  | 'RANGE_NOT_SATISFIABLE'
  | 'DOCUMENT_TOO_LARGE'
  | 'CODE_UNKNOWN'
  | 'CODE_USED'
  | 'CODE_EXPIRED'
  | 'CODE_REVOKED'
  | 'TEMPORARILY_UNAVAILABLE'
  | 'INTERNAL_ERROR'

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
