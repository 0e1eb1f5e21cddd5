import { runInNewContext } from 'node:vm'
import { MARK_SCRIPT } from '#shared/contract/start-script.ts'

const KEYS = {
  none: [],
  session: ['revision.sessionId'],
  lastUser: ['CognitoIdentityServiceProvider.x.LastAuthUser'],
}

/** Runs the script in a page with this address and these keys in the browser's storage. */
function isMarked(search: string, keys: readonly string[]): boolean {
  const toggled: unknown[][] = []
  const document = { documentElement: { toggleAttribute: (...change: unknown[]) => toggled.push(change) } }
  const localStorage = Object.fromEntries(keys.map((key) => [key, 'value']))
  runInNewContext(MARK_SCRIPT, { document, localStorage, location: { search } })
  expect(toggled).toEqual([['data-differs', expect.any(Boolean)]])
  return toggled[0]?.[1] === true
}

test.each([
  ['', KEYS.none, false],
  ['?utm_source=feed', ['revision.videoPlaces'], false],
  ['', KEYS.session, true],
  ['', KEYS.lastUser, true],
  ['?annee=2023', KEYS.none, true],
  ['?utm_source=feed&session=Normale', KEYS.none, true],
])('the list of a page at %j with the stored keys %j differs from its HTML: %s', (search, keys, differs) => {
  expect(isMarked(search, keys)).toBe(differs)
})
