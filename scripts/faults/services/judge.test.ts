import { type Problem, problems } from '#shared/contract/problems.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import type { Answered } from '../product/call-api.ts'
import { type Expectation, judge } from './judge.ts'

function refusal(code: ErrorCode, changes: Partial<Answered & Problem> = {}): Answered {
  const { status, title, detail } = problems[code]
  const { ms = 20, contentType = 'application/problem+json; charset=utf-8', ...others } = changes
  const json = {
    type: 'urn:problem-type:x',
    title,
    status,
    code,
    detail,
    requestId: 'r',
    ...(status === 503 && { retryAfterSeconds: 2 }),
    ...others,
  }
  return { status, contentType, text: JSON.stringify(json), json, ms }
}

const good: Answered = { status: 200, contentType: 'application/json', text: '{}', json: {}, ms: 20 }
const open: Expectation = { what: 'a call', success: 'fine', refusals: [] }
const closed: Expectation = { what: 'a call', success: 'never', refusals: ['PREMIUM_REQUIRED'] }

test.each([
  { what: 'a good answer', answer: good, expected: open, kinds: [] },
  { what: '"try again later"', answer: refusal('TEMPORARILY_UNAVAILABLE'), expected: open, kinds: [] },
  { what: "Drive's 502", answer: refusal('DOCUMENT_SOURCE_FAILED'), expected: open, kinds: [] },
  { what: 'a due refusal', answer: refusal('PREMIUM_REQUIRED'), expected: closed, kinds: [] },
  { what: 'no answer', answer: null, expected: open, kinds: ['said'] },
  { what: 'an opened door', answer: good, expected: closed, kinds: ['opened'] },
  { what: 'a late answer', answer: { ...good, ms: 10_001 }, expected: open, kinds: ['late'] },
  {
    what: 'a good answer with the wrong content',
    answer: good,
    expected: { ...open, look: () => 'half of it' },
    kinds: ['state'],
  },
  { what: 'a sign-out for nothing', answer: refusal('SESSION_INACTIVE'), expected: open, kinds: ['said'] },
  { what: 'an accident', answer: refusal('INTERNAL_ERROR'), expected: open, kinds: ['said'] },
  {
    what: "the gateway's own words",
    answer: { ...good, status: 500, json: { message: 'Internal Server Error' } },
    expected: open,
    kinds: ['said'],
  },
  {
    what: 'a stack in it',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { requestId: 'at f (x.mjs:1)' }),
    expected: open,
    kinds: ['said'],
  },
  {
    what: 'another sentence',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { detail: 'Oups' }),
    expected: open,
    kinds: ['said'],
  },
  {
    what: 'a problem as plain JSON',
    answer: refusal('TEMPORARILY_UNAVAILABLE', { contentType: 'application/json' }),
    expected: open,
    kinds: ['said'],
  },
])('$what is found to be $kinds', ({ answer, expected, kinds }) => {
  expect(judge(answer, expected).findings.map(({ kind }) => kind)).toEqual(kinds)
})
