import { expect } from '@playwright/test'
import { Account, type Answer } from './support/account.ts'
import { BrowserKey } from './support/browser-key.ts'
import { test } from './support/story.ts'

/** Enough to see the whole product do it; functions/session/one-session.test.ts plays many. */
const ROUNDS = 4
const DEVICES = 50

test('of fifty simultaneous claims of a session exactly one wins, through the whole product', async ({
  baseURL,
}) => {
  const origin = baseURL as string
  // Below the limits for one account and one network address.
  const accounts = await Promise.all(Array.from({ length: ROUNDS }, () => Account.signedUp(origin)))
  const keys = Array.from({ length: DEVICES }, () => new BrowserKey())
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = accounts[round] as Account
    const from = `127.0.0.${2 + round}`
    const began = Date.now()
    const answers = await Promise.all(
      keys.map((key) => account.calls('POST', '/api/session', { body: {}, from, key })),
    )
    const lasted = Math.ceil((Date.now() - began) / 1_000)
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners, `round ${round}`).toHaveLength(1)
    for (const { status, retryAfter, json } of answers.filter((answer) => answer !== winners[0])) {
      expect({ status, code: json.code }).toEqual({ status: 409, code: 'SESSION_ALREADY_ACTIVE' })
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(59 - lasted)
      expect(Number(retryAfter)).toBeLessThanOrEqual(60)
    }
    const winner = winners[0] as Answer
    await signsOut(account, winner, keys[answers.indexOf(winner)] as BrowserKey)
  }
})

test('a loop of claims is rate limited without affecting another account', async ({ baseURL }) => {
  const origin = baseURL as string
  const [account, other] = [await Account.signedUp(origin), await Account.signedUp(origin)]
  const from = '127.0.0.20'
  let refused: Answer | undefined
  for (let sent = 0; sent < 1_300 && !refused; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.calls('POST', '/api/session', { body: {}, from })),
    )
    refused = answers.find(({ status }) => status !== 200 && status !== 409)
  }
  expect(refused?.status).toBe(429)
  expect(refused?.json).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    detail: 'Trop de tentatives. Veuillez patienter avant de réessayer.',
  })
  expect(Number(refused?.retryAfter)).toBeGreaterThanOrEqual(1)
  expect(Number(refused?.retryAfter)).toBeLessThanOrEqual(60)
  expect((await other.calls('POST', '/api/session', { body: {}, from })).status).toBe(200)
})

async function signsOut(account: Account, { json }: Answer, key: BrowserKey): Promise<void> {
  const sessionId = String(json.sessionId)
  const { status } = await account.calls('DELETE', '/api/session', { sessionId, key })
  expect(status).toBe(204)
  await account.signsInAgain()
}
