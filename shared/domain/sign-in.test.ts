import { isSignInOver, signInsFrom } from './sign-in.ts'

const ended = signInsFrom(new Date('2026-03-01T10:00:00.999Z'))

test.each([
  { signedInAt: ended - 1, from: ended, over: true },
  { signedInAt: ended, from: ended, over: false },
  { signedInAt: ended + 1, from: ended, over: false },
  { signedInAt: 0, from: ended, over: true },
  { signedInAt: 0, from: null, over: false },
])('a sign-in at $signedInAt where they count from $from is over: $over', ({ signedInAt, from, over }) => {
  expect(isSignInOver({ signInsFrom: from }, { userId: 'a', signedInAt })).toBe(over)
})

test('sign-ins are ended by the second', () => {
  expect(new Date(ended * 1000).toISOString()).toBe('2026-03-01T10:00:00.000Z')
})
