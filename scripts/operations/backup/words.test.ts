import { accountLines } from './account-report.ts'
import type { Account } from './backup-lines.ts'
import { matchProfiles, type Profile, profileOf } from './profiles.ts'
import { progressLine } from './progress.ts'

test.each([
  {
    state: { sum: 12_400, done: 0, estimate: 30_000, seconds: 4 },
    line: "Lecture : 12 400 éléments, 41 % d'environ 30 000, 3 100 par seconde, encore 6 s",
  },
  {
    state: { sum: 50_000, done: 40_000, estimate: 1_000_000, seconds: 10 },
    line: "Lecture : 50 000 éléments, 5 % d'environ 1 000 000, 1 000 par seconde, encore 16 min",
  },
  { state: { sum: 5, done: 0, estimate: 0, seconds: 1 }, line: 'Lecture : 5 éléments, 5 par seconde' },
  {
    state: { sum: 20, done: 0, estimate: 10, seconds: 2 },
    line: "Lecture : 20 éléments, 100 % d'environ 10, 10 par seconde",
  },
])('progress: $line', ({ state, line }) => expect(progressLine('Lecture', state)).toBe(line))

const item = { pk: { S: 'USER#1' }, sk: { S: 'PROFILE' }, id: { S: '1' }, email: { S: 'a@exemple.test' } }

test('a profile is told from what else stands beside it', () => {
  expect(profileOf(item)).toEqual({ id: '1', email: 'a@exemple.test', isBlocked: false })
  expect(profileOf({ ...item, blockedAt: { S: '2026-03-01' } })).toMatchObject({ isBlocked: true })
  expect(profileOf({ ...item, sk: { S: 'PROGRESS#SM#ondes#1' } })).toBeNull()
  expect(profileOf({ pk: { S: 'AUDIT' }, sk: { S: 'PROFILE' } })).toBeNull()
})

test('what the operator is told of accounts is what does not fit, and nothing else', async () => {
  const profile = (id: string, changes: Partial<Profile> = {}): Profile => ({
    id,
    email: `${id}@exemple.test`,
    isBlocked: false,
    ...changes,
  })
  const account = (sub: string, changes: Partial<Account> = {}): Account => ({
    sub,
    email: `${sub}@exemple.test`,
    isEnabled: true,
    status: 'CONFIRMED',
    ...changes,
  })
  async function* pages() {
    yield [account('fits'), account('blocked', { isEnabled: false })]
    yield [account('disabled', { isEnabled: false }), account('new', { email: 'moved@exemple.test' })]
    yield [account('later')]
  }
  const profiles = [
    profile('fits'),
    profile('blocked', { isBlocked: true }),
    profile('disabled'),
    profile('moved'),
    profile('deleted'),
  ]
  const match = await matchProfiles(profiles, pages())
  expect(match).toEqual({
    matching: 3,
    otherAccount: 1,
    withoutAccount: 1,
    withoutProfile: 1,
    disabled: 1,
  })
  expect(accountLines(match)).toHaveLength(5)
  expect(
    accountLines({ ...match, otherAccount: 0, withoutAccount: 0, withoutProfile: 0, disabled: 0 }),
  ).toEqual(['  3 profils ont leur compte'])
})
