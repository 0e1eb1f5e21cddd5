import type { Problem } from '#shared/contract/problems.ts'
import { problems } from '#shared/contract/problems.ts'
import { DomainError, type ErrorCode, type FieldFault } from '#shared/domain/domain-error.ts'
import { noStore } from './answer.ts'

export type ProblemAnswer = {
  statusCode: number
  headers: Record<string, string>
  body: string
}

/** What went wrong, as a refusal: accidents become INTERNAL_ERROR and keep their details for the log alone. */
export function toDomainError(error: unknown): DomainError {
  return error instanceof DomainError ? error : new DomainError('INTERNAL_ERROR', { cause: error })
}

/** A refusal as `application/problem+json` (RFC 9457) by the one error table. */
export function problemAnswer({ code, details }: DomainError, requestId: string): ProblemAnswer {
  const { status, title, detail } = problems[code]
  const problem: Problem = {
    type: `urn:problem-type:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    code,
    detail: details.detail ?? sentenceOf(details.errors) ?? detail,
    requestId,
    ...(details.retryAfterSeconds !== undefined && { retryAfterSeconds: details.retryAfterSeconds }),
    ...(details.errors && { errors: [...details.errors] }),
  }
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...noStore,
      ...headersOf(code, details.retryAfterSeconds),
    },
    body: JSON.stringify(problem),
  }
}

/** What is wrong with a request, in one line for a person. */
function sentenceOf(errors: readonly FieldFault[] | undefined): string | undefined {
  if (!errors || errors.length === 0) return undefined
  return [...new Set(errors.map(({ message }) => message))].join(' ; ')
}

function headersOf(code: ErrorCode, retryAfterSeconds: number | undefined): Record<string, string> {
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    // RFC 9110 asks for the scheme with every 401.
    ...(code === 'AUTHENTICATION_REQUIRED' && { 'www-authenticate': 'Bearer' }),
  }
}
