import { deleteUser } from '#shared/contract/admin/users.ts'
import { getTicket } from '#shared/contract/files.ts'
import { problems } from '#shared/contract/problems.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { findAnswerFaults } from './test-support/answer-judge.ts'
import type { TimedAnswer } from './test-support/faulty-site.ts'
import { INTERNAL_WORDS } from './test-support/service-faults.ts'

const good = { status: 200, headers: {}, cookies: [] as string[], text: '{}', json: {}, ms: 20 }

function refusal(code: ErrorCode, changes: object = {}): typeof good {
  const { status, title, detail } = problems[code]
  const retry = status === 503 && { retryAfterSeconds: 2 }
  const json = {
    type: 'urn:problem-type:x',
    title,
    status,
    code,
    detail,
    requestId: 'r',
    ...retry,
    ...changes,
  }
  const headers = { 'content-type': 'application/problem+json' }
  return { status, headers, cookies: [], text: JSON.stringify(json), json, ms: 20 }
}

const closed = refusal('PREMIUM_REQUIRED')
const tryAgain = refusal('TEMPORARILY_UNAVAILABLE')

test.each<{ what: string; healthy?: typeof good; answer: TimedAnswer }>([
  { what: 'a good answer', answer: good },
  { what: 'a request to try again', answer: tryAgain },
  { what: 'a request to try again because of Drive', answer: refusal('DOCUMENT_SOURCE_FAILED') },
  { what: 'the refusal that is given without faults', healthy: closed, answer: closed },
  { what: 'a request to try again in place of a refusal', healthy: closed, answer: tryAgain },
])('accepts $what', ({ healthy = good, answer }) => {
  expect(findAnswerFaults(getTicket, healthy, answer)).toEqual([])
})

test.each<{ what: string; healthy?: typeof good; answer: TimedAnswer; finding: RegExp }>([
  { what: 'no answer', answer: null, finding: /no answer/ },
  { what: 'an opened door', healthy: closed, answer: good, finding: /answered 200 instead of 403/ },
  { what: 'a late answer', answer: { ...good, ms: 10_001 }, finding: /took 10001 ms/ },
  { what: 'another status', answer: { ...good, status: 204 }, finding: /answered 204/ },
  { what: 'a sign-out for nothing', answer: refusal('SESSION_INACTIVE'), finding: /may be said/ },
  { what: 'an unexpected error', answer: refusal('INTERNAL_ERROR'), finding: /may be said/ },
  { what: 'an answer that is no problem', answer: { ...good, status: 500 }, finding: /not a problem/ },
  {
    what: 'a problem with more in it',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { stack: '' }),
    finding: /not a problem/,
  },
  {
    what: 'another sentence',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { detail: 'Oups' }),
    finding: /sentence/,
  },
  {
    what: 'words of a service',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { requestId: INTERNAL_WORDS }),
    finding: /machines/,
  },
  {
    what: 'no time to try again',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: undefined }),
    finding: /when to try again/,
  },
  { what: 'a problem as plain JSON', answer: { ...tryAgain, headers: {} }, finding: /content type/ },
])('finds $what', ({ healthy = good, answer, finding }) => {
  expect(findAnswerFaults(getTicket, healthy, answer)).toEqual([expect.stringMatching(finding)])
})

test('accepts that a repeated change meets its own work, and nothing of the kind for a read', () => {
  const gone = refusal('NOT_FOUND')
  expect(findAnswerFaults(deleteUser, good, gone)).toEqual([])
  expect(findAnswerFaults({ ...deleteUser, method: 'GET' }, good, gone)).toHaveLength(1)
})
