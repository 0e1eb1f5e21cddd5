import { webcrypto } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getHealth } from '#shared/contract/catalogue.ts'
import { STORE_LIMIT_MS } from '#web/lib/network.ts'
import { json, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { createProofs, openBrowserKey } from './proofs.ts'
import { clearSessionId, writeSessionId } from './session-storage.ts'

// jsdom has no WebCrypto, and Node's returns types of another realm.
beforeEach(async () => {
  const key = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  vi.stubGlobal('crypto', webcrypto)
  vi.stubGlobal('CryptoKey', key.publicKey.constructor)
  vi.stubGlobal('ArrayBuffer', (await webcrypto.subtle.exportKey('raw', key.publicKey)).constructor)
})

const health = (nonce: string) => {
  const answer = json({ status: 'ok' })
  answer.headers.set('dpop-nonce', nonce)
  return answer
}

const request = { method: 'PUT', address: '/api/session/activity?x=1' }

async function claimsOf(proofs: ReturnType<typeof createProofs>): Promise<Record<string, unknown>> {
  const proof = await (await proofs.ready())(request, 'a-token')
  return JSON.parse(atob((proof.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
}

describe('a proof', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))

  test('names the request as the server sees it, the token and the nonce', async () => {
    networkAnswers(health('one'))
    expect(await claimsOf(createProofs())).toMatchObject({
      htm: 'PUT',
      htu: `${location.origin}/api/session/activity`,
      ath: 'H2B246R7od7QgCX_4G5XryF8FPlAfzP7pQ-ZsccBk4c',
      nonce: 'one',
      jti: expect.any(String),
    })
  })

  test('requests a nonce once, and uses that of the last answer', async () => {
    const sent = networkAnswers(health('one'))
    const proofs = createProofs()
    await Promise.all([claimsOf(proofs), claimsOf(proofs)])
    proofs.keepNonce('two')
    proofs.keepNonce(null)
    expect(await claimsOf(proofs)).toMatchObject({ nonce: 'two' })
    expect(sent.map(({ address }) => address)).toEqual([getHealth.path])
  })

  test('begins with the last nonce of the page before, within a session', async () => {
    writeSessionId('s1')
    const sent = networkAnswers(health('one'))
    await claimsOf(createProofs())
    expect(await claimsOf(createProofs())).toMatchObject({ nonce: 'one' })
    expect(sent).toHaveLength(1)
    clearSessionId()
    networkAnswers(health('two'))
    expect(await claimsOf(createProofs())).toMatchObject({ nonce: 'two' })
    expect(Object.keys(localStorage)).toEqual([])
  })

  test.each([150_000, 7_200_000, -86_400_000])(
    'asks for a nonce again when the clock has moved %d ms since the last one',
    async (passed) => {
      networkAnswers(health('one'), health('two'))
      const proofs = createProofs()
      await claimsOf(proofs)
      vi.setSystemTime(Date.now() + passed)
      expect(await claimsOf(proofs)).toMatchObject({ nonce: 'two' })
    },
  )

  test('is made without a nonce when none can be fetched, and with one once the server has named it', async () => {
    networkAnswers(noNetwork)
    const proofs = createProofs()
    expect(await claimsOf(proofs)).not.toHaveProperty('nonce')
    proofs.keepNonce('one')
    expect(await claimsOf(proofs)).toMatchObject({ nonce: 'one' })
  })
})

test.each([
  ['does not know IndexedDB', undefined],
  [
    'forbids IndexedDB',
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    },
  ],
  ['has an IndexedDB that never opens', { open: () => new EventTarget() }],
])('a browser that %s has a key for the page, which cannot be exported', async (_, indexedDB) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('indexedDB', indexedDB)
  const opening = openBrowserKey()
  vi.advanceTimersByTime(STORE_LIMIT_MS)
  const { privateKey, publicKey } = await opening
  expect(privateKey).toMatchObject({ type: 'private', extractable: false })
  expect(publicKey).toMatchObject({ type: 'public', extractable: true })
})
