import { endedSignInId, hasSignedOut, isSignInFresh, isSignInOver, signInsFrom } from './sign-in.ts'

const ended = signInsFrom(new Date('2026-03-01T10:00:00.999Z'))

test.each([
  { signedInAt: ended - 1, from: ended, over: true },
  { signedInAt: ended, from: ended, over: false },
  { signedInAt: 0, from: ended, over: true },
  { signedInAt: 0, from: null, over: false },
])('a sign-in at $signedInAt where they count from $from is over: $over', ({ signedInAt, from, over }) => {
  const signIn = { userId: 'a', signedInAt, signInId: 'one' }
  expect(isSignInOver({ signInsFrom: from, endedSignIns: [] }, signIn)).toBe(over)
})

test.each([
  { signInId: 'one', endedSignIns: ['one'], over: true },
  { signInId: '9c1e-6f1d2a3b4c5d', endedSignIns: ['3b4c5d'], over: true },
  { signInId: '9c1e-6f1d2a3b4c5d', endedSignIns: ['6f1d2a3b4c5d'], over: true },
  { signInId: 'one', endedSignIns: ['another'], over: false },
  { signInId: null, endedSignIns: ['one'], over: false },
])('the sign-in $signInId where $endedSignIns has signed out is over: $over', (row) => {
  const signIn = { userId: 'a', signedInAt: 1, signInId: row.signInId }
  expect(hasSignedOut(row, signIn)).toBe(row.over)
  expect(isSignInOver({ ...row, signInsFrom: null }, signIn)).toBe(row.over)
})

test('ends sign-ins by whole seconds', () => {
  expect(new Date(ended * 1000).toISOString()).toBe('2026-03-01T10:00:00.000Z')
})

const now = new Date('2026-03-01T10:00:00.000Z')

test.each([
  [now.getTime() / 1000, true],
  [now.getTime() / 1000 - 299, true],
  [now.getTime() / 1000 - 300, false],
  // A token without a time of sign-in.
  [0, false],
])('a sign-in at %d s is fresh: %s', (signedInAt, fresh) => {
  expect(isSignInFresh({ signedInAt }, now)).toBe(fresh)
})

test('remembers the random end of the id of an ended sign-in, and nothing without an id', () => {
  expect(endedSignInId({ signInId: '0b0e7a52-5a3c-4d55-9c1e-6f1d2a3b4c5d' })).toBe('3b4c5d')
  expect(endedSignInId({ signInId: null })).toBeNull()
})
