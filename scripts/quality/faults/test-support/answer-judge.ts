import * as v from 'valibot'
import type { Answer } from '#functions/test-support/gateway.ts'
import { Problem } from '#shared/contract/problem-body.ts'
import { problems } from '#shared/contract/problems.ts'
import type { Route } from '#shared/contract/route.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import type { TimedAnswer } from './faulty-site.ts'

/** An answer comes within this time; calls that work through many items take until the gateway's limit. */
const LONGEST_ANSWER_MS = 10_000
const LONGEST_WORK_MS = 29_000

/** Asks to try again: 503, and 502 where Drive does not deliver. */
const TRY_AGAIN: readonly ErrorCode[] = ['TEMPORARILY_UNAVAILABLE', 'DOCUMENT_SOURCE_FAILED']

/** Technical words, which no answer may contain. */
const INTERNALS =
  /revision-local|127\.0\.0\.1|localhost|amazon|dynamo|cognito|google|drive|exception|\bat \S+:\d+|node_modules|\.mjs/i

const StrictProblem = v.strictObject(Problem.entries)

/**
 * Judges an answer that was given while a service failed.
 * @param healthy how the same call is answered without faults
 * @returns what is wrong, as sentences; empty: nothing
 */
export function findAnswerFaults(
  { isLong, method, errors }: Pick<Route, 'isLong' | 'method' | 'errors'>,
  healthy: Pick<Answer, 'status' | 'json'>,
  answer: TimedAnswer,
): string[] {
  if (!answer) return ['there was no answer']
  const { status, ms } = answer
  const isLate = ms > (isLong ? LONGEST_WORK_MS : LONGEST_ANSWER_MS)
  const late = isLate ? [`the answer took ${Math.round(ms)} ms`] : []
  if (status < 400 && healthy.status >= 400)
    return [`answered ${status} instead of ${healthy.status}`, ...late]
  if (status < 400) return status === healthy.status ? late : [`answered ${status}`, ...late]
  // A repeated change may meet its own effect when the first answer was lost.
  const repeated = method === 'GET' ? [] : errors.filter((code) => [404, 409].includes(problems[code].status))
  const refused = healthy.status < 400 ? [] : [healthy.json.code as ErrorCode]
  return [...findProblemFaults(answer, [...TRY_AGAIN, ...refused, ...repeated]), ...late]
}

/** Lists what differs from a problem of the contract: shape, code, status, French sentence, and further fields. */
function findProblemFaults({ status, headers, text, json }: Answer, allowed: readonly ErrorCode[]): string[] {
  if (!v.is(StrictProblem, json)) return [`${status} is not a problem of the contract: ${text.slice(0, 200)}`]
  const code = allowed.find((each) => each === json.code)
  if (!code) return [`${status} ${json.code} is not what may be said here`]
  const faults = {
    'the content type is wrong': !headers['content-type']?.startsWith('application/problem+json'),
    'status or sentence are not those of the code':
      problems[code].status !== status || problems[code].detail !== json.detail,
    'nothing says when to try again': status === 503 && json.retryAfterSeconds === undefined,
    'the answer holds words of machines': INTERNALS.test(text),
  }
  return Object.entries(faults).flatMap(([fault, isFound]) => (isFound ? [`${fault}: ${text}`] : []))
}
