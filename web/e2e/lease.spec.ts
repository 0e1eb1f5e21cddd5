import { expect } from '@playwright/test'
import { Account } from './support/account.ts'
import { BrowserKey } from './support/browser-key.ts'
import { test } from './support/story.ts'

const DEVICES = 50

// One round against the whole product; functions/session/one-session.test.ts plays many.
test('of fifty simultaneous claims of a session exactly one wins, through the whole product', async ({
  baseURL,
}) => {
  const account = await Account.signedUp(baseURL as string)
  const keys = Array.from({ length: DEVICES }, () => new BrowserKey())
  const began = Date.now()
  const answers = await Promise.all(
    keys.map((key) => account.calls('POST', '/api/session', { body: {}, from: '127.0.0.2', key })),
  )
  const lasted = Math.ceil((Date.now() - began) / 1_000)
  const winners = answers.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  for (const { status, retryAfter, json } of answers.filter((answer) => answer !== winners[0])) {
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'SESSION_ALREADY_ACTIVE' })
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(59 - lasted)
    expect(Number(retryAfter)).toBeLessThanOrEqual(60)
  }
})
