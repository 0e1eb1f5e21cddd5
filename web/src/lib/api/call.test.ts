import { describe, expect, test, vi } from 'vitest'
import { syncUsers } from '#shared/contract/admin/users.ts'
import { listSubjects } from '#shared/contract/catalogue.ts'
import { getTicket } from '#shared/contract/files.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { renewSession } from '#shared/contract/session.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { aProfile, json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { type Credentials, call } from './call.ts'
import { ApiFailure, detailOf, isTransient } from './failure.ts'

const subjects = { items: [createSample(SubjectItem)] }

const failureOf = async (promise: Promise<unknown>): Promise<ApiFailure> => {
  const error = await promise.catch((cause: unknown) => cause)
  if (!(error instanceof ApiFailure)) throw new Error('the call did not fail as an ApiFailure')
  return error
}

describe('a call', () => {
  test('takes its address and its answer from the contract', async () => {
    const sent = networkAnswers(json(subjects))
    await expect(call(listSubjects, { query: { track: 'SM' } })).resolves.toEqual(subjects)
    expect(sent[0]).toMatchObject({ method: 'GET', address: '/api/subjects?track=SM' })
  })

  test('sends no credentials on a public route', async () => {
    const sent = networkAnswers(json(subjects))
    await call(listSubjects, { query: { track: 'SM' } }, { credentials: lent() })
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })
})

describe('a failure', () => {
  test('a problem is the server’s own sentence', async () => {
    networkAnswers(problem('PREMIUM_REQUIRED'))
    const failure = await failureOf(call(getTicket, { params: { id: 'x' }, query: {} }))
    expect(failure).toMatchObject({ kind: 'refused', code: 'PREMIUM_REQUIRED', status: 403 })
    expect(detailOf(failure, 'autre')).toBe('Accès refusé au fichier')
    expect(isTransient(failure)).toBe(false)
  })

  test.each([
    { header: '5', seconds: 5 },
    { header: 'Wed, 21 Oct 2026 07:28:00 GMT', seconds: null },
    { header: undefined, seconds: null },
  ])('without a problem waits as Retry-After says: $header', async ({ header, seconds }) => {
    networkAnswers(new Response('<html>', { status: 503, headers: header ? { 'retry-after': header } : {} }))
    const failure = await failureOf(call(listSubjects, { query: { track: 'SM' } }))
    expect(failure.retryAfterSeconds).toBe(seconds)
  })

  test.each([
    ['a page of a proxy', new Response('<html>', { status: 502 }), 'failing'],
    ['a problem of the server', problem('TEMPORARILY_UNAVAILABLE'), 'failing'],
    ['an answer that breaks the contract', json({ items: [{ id: 1 }] }), 'failing'],
    ['a good status without JSON', new Response('<html>'), 'failing'],
    ['no answer', noNetwork, 'unreachable'],
    ['an answer that breaks off', new Response(brokenOff()), 'unreachable'],
  ])('%s is transient', async (_, answer, kind) => {
    networkAnswers(answer)
    const failure = await failureOf(call(listSubjects, { query: { track: 'SM' } }))
    expect(failure.kind).toBe(kind)
    expect(isTransient(failure)).toBe(true)
  })
})

test('a call without an answer fails as unreachable when its time is over', async () => {
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  )
  const { signal } = new AbortController()
  const failure = await failureOf(call(listSubjects, { query: { track: 'SM' }, signal }, { timeoutMs: 0 }))
  expect(failure.kind).toBe('unreachable')
})

test('a call waits ten seconds for its answer, of a route that works longer forty', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  networkAnswers(noNetwork)
  await failureOf(call(listSubjects, { query: { track: 'SM' } }))
  await failureOf(call(syncUsers, { query: {} }, { credentials: lent() }))
  expect(timeout.mock.calls).toEqual([[10_000], [40_000]])
})

describe('a refusal that the session recovers from', () => {
  const state = { active: true, lastActive: '2026-01-01T00:00:00.000Z', profile: aProfile() }

  test('passes the codes of earlier recoveries and the headers of the refused call', async () => {
    networkAnswers(problem('AUTHENTICATION_REQUIRED'))
    const credentials = lent(true, false)
    await failureOf(call(renewSession, { body: {} }, { credentials }))
    expect(credentials.recover).toHaveBeenNthCalledWith(2, 'AUTHENTICATION_REQUIRED', {
      recovered: ['AUTHENTICATION_REQUIRED'],
      headers: { authorization: 'Bearer t', 'x-session-id': 's' },
    })
  })

  test('requests credentials for each request, and passes on the nonce of each answer', async () => {
    const nonce = (value: string, answer: Response) => {
      answer.headers.set('dpop-nonce', value)
      return answer
    }
    networkAnswers(nonce('one', problem('PROOF_REQUIRED')), nonce('two', json(state)))
    const credentials = lent(true)
    await call(renewSession, { body: {} }, { credentials })
    expect(credentials.headers).toHaveBeenCalledWith({ method: 'PUT', address: '/api/session/activity' })
    expect(credentials.keepNonce.mock.calls).toEqual([['one'], ['two']])
  })

  test('does not happen where the server fails', async () => {
    networkAnswers(problem('INTERNAL_ERROR'))
    const credentials = lent(true)
    await failureOf(call(renewSession, { body: {} }, { credentials }))
    expect(credentials.recover).not.toHaveBeenCalled()
  })
})

/** Returns a body whose connection breaks after its first byte. */
function brokenOff(): ReadableStream<Uint8Array> {
  let isBegun = false
  return new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new TypeError('network error'))
      else controller.enqueue(new TextEncoder().encode('{'))
      isBegun = true
    },
  })
}

function lent(...recoveries: boolean[]) {
  const recover = vi.fn<Credentials['recover']>(async () => false)
  for (const recovery of recoveries) recover.mockResolvedValueOnce(recovery)
  const sent = { authorization: 'Bearer t', 'x-session-id': 's' }
  const headers = vi.fn<Credentials['headers']>(async () => sent)
  return { headers, keepNonce: vi.fn(), recover }
}
