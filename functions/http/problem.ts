import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Problem } from '#shared/contract/problem-body.ts'
import { DomainError, type ErrorCode, type FieldFault } from '#shared/domain/domain-error.ts'
import { problems, tooManyRequests } from '#shared/domain/problems.ts'
import { logFailure, requestIdOf } from './log.ts'
import { countRefusal } from './metrics.ts'

type ProblemAnswer = { statusCode: number; headers: Record<string, string>; body: string }

export function problemAnswers(): MiddlewareObj<APIGatewayProxyEventV2> {
  return {
    onError: (request) => {
      request.response = refuse(request.error, requestIdOf(request))
    },
  }
}

/** The cause of a 5xx is logged. */
export function refuse(error: unknown, requestId: string): ProblemAnswer {
  const refusal = toDomainError(error)
  const problem = problemAnswer(refusal, requestId)
  if (problem.statusCode >= 500) logFailure(refusal, { requestId })
  else countRefusal(refusal)
  return problem
}

/** The details of an unexpected error are for the log only. */
export function toDomainError(error: unknown): DomainError {
  return error instanceof DomainError ? error : new DomainError('INTERNAL_ERROR', { cause: error })
}

/** Returns the answer `application/problem+json` (RFC 9457) of a domain error, by the table of errors. */
export function problemAnswer({ code, details }: DomainError, requestId: string): ProblemAnswer {
  const { status, title, detail } = problems[code]
  const problem: Problem = {
    type: `urn:problem-type:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    code,
    detail: details.detail ?? sentenceOf(details.errors) ?? waitSentence(code, details) ?? detail,
    requestId,
    ...(details.retryAfterSeconds !== undefined && { retryAfterSeconds: details.retryAfterSeconds }),
    ...(details.errors && { errors: [...details.errors] }),
  }
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...headersOf(code, details.retryAfterSeconds),
    },
    body: JSON.stringify(problem),
  }
}

function waitSentence(code: ErrorCode, { retryAfterSeconds }: DomainError['details']): string | undefined {
  const isToWait = code === 'TOO_MANY_REQUESTS' && retryAfterSeconds !== undefined
  return isToWait ? tooManyRequests(retryAfterSeconds) : undefined
}

function sentenceOf(errors: readonly FieldFault[] | undefined): string | undefined {
  if (!errors || errors.length === 0) return undefined
  return [...new Set(errors.map(({ message }) => message))].join(' ; ')
}

function headersOf(code: ErrorCode, retryAfterSeconds: number | undefined): Record<string, string> {
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    // RFC 9110 demands the scheme with every 401.
    ...(code === 'AUTHENTICATION_REQUIRED' && { 'www-authenticate': 'Bearer' }),
    ...(code === 'PROOF_REQUIRED' && { 'www-authenticate': 'DPoP error="use_dpop_nonce", algs="ES256"' }),
  }
}

/** A failure must not fail the request; `task` names the step in the log. @returns whether it succeeded */
export async function succeeds(task: string, step: () => Promise<void>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    logFailure(toDomainError(error), { task })
    return false
  }
}
