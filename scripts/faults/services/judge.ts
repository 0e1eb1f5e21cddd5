import * as v from 'valibot'
import { Problem, problems } from '#shared/contract/problems.ts'
import type { Route } from '#shared/contract/route.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import type { Answer, Answered } from '../product/call-api.ts'

/** Bar R4. Milliseconds. */
export const LONGEST_ANSWER_MS = 10_000

/** Calls that work through many items are answered when they are done, or when the gateway would give up. Milliseconds. */
export const LONGEST_WORK_MS = 29_000

/** What a call may be answered while a service fails. */
export type Expectation = {
  what: string
  /** Whether it may go well. `never`: it would open what is closed to this caller. */
  success: 'fine' | 'never'
  /** Besides "try again later". */
  refusals: readonly ErrorCode[]
  /** Whether it works through many items. */
  isLong?: boolean
  /** What is wrong with a good answer; null: nothing. */
  look?: (answer: Answered) => string | null
}

/**
 * What was found wrong. `late`: an answer after more than 10 s. `opened`: what is closed to the caller. `said`: an answer
 * that is not the contract's. `state`: what was acknowledged does not stand, or something is half-done. `attempts`: a call
 * was repeated more often than it may be.
 */
export type Finding = { kind: 'late' | 'opened' | 'said' | 'state' | 'attempts'; text: string }

/** `barred`: who may not was told so, or to try again. `refused`: who may was told to try again. */
export type Outcome = 'answered' | 'barred' | 'refused'

export type Verdict = { outcome: Outcome; ms: number; isLong: boolean; findings: Finding[] }

/** "Try again later": 503, and of Drive's files 502. */
const LATER: readonly ErrorCode[] = ['TEMPORARILY_UNAVAILABLE', 'DOCUMENT_SOURCE_FAILED']

/** Words of machines: nothing that a person reads may hold one. */
const LEAKS =
  /revision-local|127\.0\.0\.1|localhost|amazon|dynamo|cognito|google|drive|exception|\bat \S+:\d+|node_modules|\.mjs/i

const StrictProblem = v.strictObject(Problem.entries)

/** Judges an answer that was given while a service failed. */
export function judge(answer: Answer, expected: Expectation): Verdict {
  const { what, success, refusals, isLong = false, look } = expected
  const finding = (kind: Finding['kind'], text: string): Finding => ({ kind, text: `${what}: ${text}` })
  if (!answer) return { outcome: 'refused', ms: 0, isLong, findings: [finding('said', 'no answer')] }
  const { status, ms } = answer
  const isSuccess = status < 400
  const wrong = isSuccess ? look?.(answer) : null
  return {
    outcome: isSuccess ? 'answered' : success === 'never' ? 'barred' : 'refused',
    ms,
    isLong,
    findings: [
      ...(isSuccess && success === 'never' ? [finding('opened', `answered ${status}`)] : []),
      ...(wrong ? [finding('state', wrong)] : []),
      ...(isSuccess
        ? []
        : problemFaults(answer, [...LATER, ...refusals]).map((text) => finding('said', text))),
      ...(ms > (isLong ? LONGEST_WORK_MS : LONGEST_ANSWER_MS)
        ? [finding('late', `took ${Math.round(ms)} ms`)]
        : []),
    ],
  }
}

/** What is not as the contract says of a refusal: form, code, French sentence, and nothing beside them. */
export function problemFaults(
  { status, contentType, text, json }: Pick<Answered, 'status' | 'contentType' | 'text' | 'json'>,
  allowed: readonly ErrorCode[],
): string[] {
  if (!v.is(StrictProblem, json)) return [`${status} is no problem of the contract: ${text.slice(0, 200)}`]
  const code = allowed.find((each) => each === json.code)
  const said = code && problems[code]
  const faults = [
    said ? null : `${status} ${json.code} is not what may be said here`,
    contentType.startsWith('application/problem+json') ? null : `the problem came as ${contentType}`,
    said && (said.status !== status || said.detail !== json.detail) ? `${code} said wrongly: ${text}` : null,
    status === 503 && json.retryAfterSeconds === undefined ? 'nothing says when to try again' : null,
    LEAKS.test(text) ? `it tells too much: ${text}` : null,
  ]
  return faults.filter((fault) => fault !== null)
}

/** What may be said of a change whose first answer was lost, and whose repetition meets its own work. */
export function repeatedRefusals(route: Route): readonly ErrorCode[] {
  return route.errors.filter((code) => problems[code].status === 404 || problems[code].status === 409)
}
