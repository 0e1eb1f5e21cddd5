import { createHmac } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { newEmail, startTestUsers } from '#scripts/local/test-support/users.ts'
import { getSignUpChallenge, type SignUpChallenge } from '#shared/contract/sign-up.ts'
import { ORDINARY_WORK } from '#shared/domain/accounts/sign-in.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { createSignUpChallenge } from '../account-lifecycle/sign-up-proof.ts'
import { signUpsKey } from '../data/keys.ts'
import { setClock } from '../test-support/clock.ts'
import { encodeProof, SIGN_UP_KEY, solveSignUp } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

// Automated sign-ups at the user pool, with the real triggers and the table's emulator behind it.

const site = await startSite()
const { handler: PreSignUp } = await import('./pre-sign-up.ts')
const { handler: PostConfirmation } = await import('./post-confirmation.ts')
const pool = await startTestUsers({ triggers: { PreSignUp, PostConfirmation } })
afterEach(() => {
  setClock(null)
  site.heal()
  pool.accounts.clear()
})
afterAll(async () => {
  await pool.stop()
  await site.stop()
})

const NOW = new Date('2026-03-01T10:00:00.000Z')

async function challenge(): Promise<SignUpChallenge> {
  const { status, json, headers } = await site.call(getSignUpChallenge)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  return json as SignUpChallenge
}

function signUp(altcha: string | undefined, email = newEmail()) {
  return pool.browser.call('SignUp', {
    Username: email,
    Password: 'motdepasse',
    ...(altcha !== undefined && { ValidationData: [{ Name: 'altcha', Value: altcha }] }),
  })
}

const countProfiles = () => site.stores.counters.countUsers()

type Proof = Omit<SignUpChallenge, 'maxnumber'> & { number: number }
const decode = (altcha: string) => JSON.parse(Buffer.from(altcha, 'base64').toString()) as Proof

test('creates no account in automated sign-ups without a proof of work', async () => {
  const before = await countProfiles()
  const used = solveSignUp(await challenge())
  await signUp(used)
  pool.accounts.clear()
  const solved = decode(solveSignUp(await challenge()))
  const late = await createSignUpChallenge(SIGN_UP_KEY, new Date(Date.now() - 600_000))
  const expired = decode(solveSignUp(late))
  const foreign = decode(
    solveSignUp(await createSignUpChallenge('a-key-that-a-script-made-up-012345', new Date())),
  )
  const laterSalt = solved.salt.replace(/\d{10}/, (seconds) => String(Number(seconds) + 600))
  const ofNoKey = createHmac('sha256', 'undefined').update(foreign.challenge).digest('hex')
  const attempts = [
    undefined,
    '',
    encodeProof({}),
    used,
    JSON.stringify(solved),
    ...[
      expired,
      // A later time in the salt, which the signature does not cover.
      { ...expired, salt: laterSalt },
      { ...solved, number: 1 },
      { ...solved, number: String(solved.number) },
      { ...solved, salt: `${solved.salt}${String(solved.number).slice(0, 1)}` },
      { ...solved, salt: solved.salt.split('?')[0] },
      { ...solved, algorithm: 'SHA-1' },
      // A number that the script knows, with its own signature, that of a challenge and that of no key.
      foreign,
      { ...foreign, signature: solved.signature },
      { ...foreign, signature: ofNoKey },
    ].map(encodeProof),
  ]
  for (const attempt of attempts)
    expect((await signUp(attempt)).body.message).toBe('PreSignUp failed with error PROOF_REFUSED.')
  expect(pool.accounts.list()).toEqual([])
  // The account was created before these attempts.
  expect(await countProfiles()).toBe(before + 1)
  // The unaltered challenge is still valid.
  expect((await signUp(encodeProof(solved))).status).toBe(200)
})

test('creates one account for a solution that is sent 10 times at once', async () => {
  const before = await countProfiles()
  const proof = solveSignUp(await challenge())
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(proof)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(pool.accounts.list()).toHaveLength(1)
  expect(await countProfiles()).toBe(before + 1)
})

test('accepts the same proof again when Cognito repeats the trigger for an attempt', async () => {
  const altcha = solveSignUp(await challenge())
  const trigger = (userName: string) => {
    const request = { userAttributes: { email: newEmail() }, validationData: { altcha } }
    return PreSignUp({ triggerSource: 'PreSignUp_SignUp', userName, request, response: {} } as never)
  }
  await trigger('one')
  expect((await trigger('one')).response).toMatchObject({ autoConfirmUser: true })
  await expect(trigger('another')).rejects.toThrow('PROOF_REFUSED')
})

test.each([
  { after: 599_999, answered: 200 },
  { after: 600_000, answered: 400 },
])('answers $answered to a challenge that is $after ms old', async ({ after, answered }) => {
  setClock(NOW)
  const proof = solveSignUp(await challenge())
  setClock(new Date(NOW.getTime() + after))
  expect((await signUp(proof)).status).toBe(answered)
})

test('refuses every sign-up while the table does not answer, and keeps the proof valid', async () => {
  const proof = solveSignUp(await challenge())
  site.store.failWith(() => ({ status: 500, type: 'InternalServerError' }))
  expect((await signUp(proof)).body.message).toBe('PreSignUp failed with error TEMPORARILY_UNAVAILABLE.')
  expect(pool.accounts.list()).toEqual([])
  site.heal()
  expect((await signUp(proof)).status).toBe(200)
})

const workAt = async (now: Date) => {
  setClock(now)
  return (await challenge()).maxnumber
}
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

test('on a day with many sign-ups a challenge is more work, until the end of the Moroccan day', async () => {
  expect(await workAt(NOW)).toBe(ORDINARY_WORK)
  const { client, name } = site.store.table
  const Item = { ...signUpsKey(moroccanDay(NOW)), count: 1_999 }
  await client.send(new PutCommand({ TableName: name, Item }))
  expect((await signUp(solveSignUp(await challenge()))).status).toBe(200)
  expect(await workAt(minutesLater(1))).toBe(4 * ORDINARY_WORK)
  expect(await workAt(new Date('2026-03-01T23:59:59.000Z'))).toBe(4 * ORDINARY_WORK)
  expect(await workAt(new Date('2026-03-02T00:01:00.000Z'))).toBe(ORDINARY_WORK)
})
