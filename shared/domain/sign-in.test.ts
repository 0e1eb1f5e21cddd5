import { hasSignedOut, isSignInOver, signInsFrom } from './sign-in.ts'

const ended = signInsFrom(new Date('2026-03-01T10:00:00.999Z'))

test.each([
  { signedInAt: ended - 1, from: ended, over: true },
  { signedInAt: ended, from: ended, over: false },
  { signedInAt: ended + 1, from: ended, over: false },
  { signedInAt: 0, from: ended, over: true },
  { signedInAt: 0, from: null, over: false },
])('a sign-in at $signedInAt where they count from $from is over: $over', ({ signedInAt, from, over }) => {
  const signIn = { userId: 'a', signedInAt, signInId: 'one' }
  expect(isSignInOver({ signInsFrom: from, endedSignIns: [] }, signIn)).toBe(over)
})

test.each([
  { signInId: 'one', endedSignIns: ['one'], over: true },
  { signInId: 'one', endedSignIns: ['another'], over: false },
  { signInId: 'one', endedSignIns: [], over: false },
  { signInId: null, endedSignIns: [], over: false },
  { signInId: null, endedSignIns: ['one'], over: false },
])('the sign-in $signInId where $endedSignIns has signed out is over: $over', (row) => {
  const signIn = { userId: 'a', signedInAt: 1, signInId: row.signInId }
  expect(hasSignedOut(row, signIn)).toBe(row.over)
  expect(isSignInOver({ ...row, signInsFrom: null }, signIn)).toBe(row.over)
})

test('sign-ins are ended by the second', () => {
  expect(new Date(ended * 1000).toISOString()).toBe('2026-03-01T10:00:00.000Z')
})
