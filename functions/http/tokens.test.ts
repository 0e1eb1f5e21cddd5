import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { startTestUsers, type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import { createBadTokens } from '../test-support/bad-tokens.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { createTokenVerifier } from './tokens.ts'

let userPool: TestUsers
beforeEach(async () => {
  userPool = await startTestUsers()
})
afterEach(() => userPool.stop())

const signIn = (userId: string) => ({
  userId,
  signedInAt: expect.any(Number) as number,
  signInId: expect.any(String) as string,
})

const verifier = (...others: string[]) =>
  createTokenVerifier({
    userPoolId: testPool.userPoolId,
    clientIds: [testPool.clientId, ...others],
    endpoint: userPool.url,
  })

test('returns the sign-in of a valid token, and fetches the keys once', async () => {
  const verify = verifier()
  const id = randomUUID()
  for (let times = 0; times < 3; times += 1) expect(await verify(userPool.token(id))).toEqual(signIn(id))
  expect(userPool.keyReads()).toBe(1)
})

test.each<[claims: Record<string, unknown>, read: { signedInAt?: number; signInId?: string | null }]>([
  [{ auth_time: 1_700_000_000 }, { signedInAt: 1_700_000_000 }],
  [{ auth_time: undefined }, { signedInAt: 0 }],
  [{ auth_time: '1700000000' }, { signedInAt: 0 }],
  [{ origin_jti: 'one' }, { signInId: 'one' }],
  [{ origin_jti: undefined }, { signInId: null }],
  [{ origin_jti: ['one'] }, { signInId: null }],
])('reads from a token with %o the sign-in %o', async (claims, read) => {
  const id = randomUUID()
  expect(await verifier()(userPool.token(id, claims))).toEqual({ ...signIn(id), ...read })
})

test('refuses a token after its expiry, although it was valid before', async () => {
  const exp = Math.floor(Date.now() / 1000) + 60
  const token = userPool.token(randomUUID(), { exp })
  const verify = verifier()
  await verify(token)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(exp * 1000 - 1)
  await verify(token)
  clock.mockReturnValue(exp * 1000 + 1)
  await expect(verify(token)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
  clock.mockRestore()
})

test('accepts tokens of a second client only where it is named', async () => {
  const id = randomUUID()
  const token = userPool.token(id, { client_id: 'probe' })
  expect(await verifier('probe')(token)).toEqual(signIn(id))
  expect(await verifier('probe')(userPool.token(id))).toEqual(signIn(id))
  await expect(verifier()(token)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
  for (const bad of Object.values(createBadTokens(userPool, id)))
    await expect(verifier('probe')(bad)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
})

test('fetches the keys once for repeated tokens with unknown keys, and still accepts valid ones', async () => {
  const verify = verifier()
  const id = randomUUID()
  const { 'unknown kid': unknown = '' } = createBadTokens(userPool, id)
  for (let times = 0; times < 5; times += 1)
    await expect(verify(unknown)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
  expect(userPool.keyReads()).toBe(1)
  expect(await verify(userPool.token(id))).toEqual(signIn(id))
})

test('answers TEMPORARILY_UNAVAILABLE while the keys cannot be read', async () => {
  const verify = verifier()
  const id = randomUUID()
  userPool.failWith(() => ({ status: 500, type: 'InternalErrorException' }))
  await expect(verify(userPool.token(id))).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  userPool.failWith(null)
  expect(await verify(userPool.token(id))).toEqual(signIn(id))
})

test('keeps the results of the last inputs, and drops the oldest', () => {
  const recent = createBoundedCache<number>(2)
  for (const [input, value] of Object.entries({ a: 1, b: 2, c: 3 })) recent.set(input, value)
  expect(['a', 'b', 'c'].map((input) => recent.get(input))).toEqual([undefined, 2, 3])
})
