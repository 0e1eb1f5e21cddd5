import {
  browserName,
  endedSignInId,
  hasSignedOut,
  isSignInFresh,
  isSignInOver,
  ORDINARY_WORK,
  signInsFrom,
  signUpWork,
} from './sign-in.ts'

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

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS = 'Windows NT 10.0; Win64; x64'
const SAMSUNG = 'AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome sur Android'],
  [`Mozilla/5.0 (${WINDOWS}) ${CHROME} Safari/537.36`, 'Chrome sur Windows'],
  [`Mozilla/5.0 (${WINDOWS}) ${CHROME} Safari/537.36 Edg/139.0.0.0`, 'Edge sur Windows'],
  [`Mozilla/5.0 (Linux; Android 14; K) ${CHROME} Mobile Safari/537.36 OPR/80.0`, 'Opera sur Android'],
  [`Mozilla/5.0 (Linux; Android 14) ${SAMSUNG} Mobile Safari/537.36`, 'Samsung Internet sur Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox sur Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) ${WEBKIT} Version/18.5 Safari/604.1`, 'Safari sur iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 18_5) ${WEBKIT} CriOS/139.0 Safari/604.1`, 'Chrome sur iPad'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${WEBKIT} Version/18.5 Safari/605`, 'Safari sur Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/139.0.0.0 Safari/537.36', 'Chrome sur Linux'],
  ['curl/8.5.0', 'Navigateur inconnu'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

test.each([
  [500, 1],
  [501, 1.002],
  [1_000, 2],
  [16_000, 32],
])('after %d sign-ups of a day with 500 on ordinary ones, a proof is %d times the work', (signUps, times) => {
  expect(signUpWork(signUps, 500)).toBe(ORDINARY_WORK * times)
})
