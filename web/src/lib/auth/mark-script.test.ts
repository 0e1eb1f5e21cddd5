import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { MARK_SCRIPT } from '#shared/contract/start-script.ts'
import { aProfile } from '#web/test/profiles.ts'
import { rememberProfile, writeSessionId } from './session-storage.ts'

const root = document.documentElement

/** Runs the script in a page with this address. @returns the marks that it sets */
function marks(search = '') {
  for (const name of ['data-access', 'data-filtered', 'data-own-track']) root.removeAttribute(name)
  runInNewContext(MARK_SCRIPT, { document, localStorage, location: { search } })
  const [isFiltered, hasTrack] = ['data-filtered', 'data-own-track'].map((name) => root.hasAttribute(name))
  return { access: root.dataset['access'], isFiltered, hasTrack }
}

test.each([
  [{ isPremium: false, premiumUntil: null }, 'free'],
  [{ isPremium: true, premiumUntil: null }, 'premium'],
  [{ isPremium: true, premiumUntil: '2999-07-10T23:00:00.000Z' }, 'premium'],
  [{ isPremium: true, premiumUntil: '2020-07-10T23:00:00.000Z' }, 'free'],
  [{ isPremium: false, premiumUntil: null, isAdmin: true }, 'premium'],
])('the remembered profile %j has the access: %s', (profile, access) => {
  writeSessionId('s1')
  rememberProfile('s1', aProfile(profile))
  expect(marks().access).toBe(access)
})

test.each([null, 'SVT'] as const)('the remembered track %s is marked', (track) => {
  writeSessionId('s1')
  rememberProfile('s1', aProfile({ track }))
  expect(marks().hasTrack).toBe(track !== null)
})

test.each<[string, Record<string, string>, string | undefined]>([
  ['nothing', {}, undefined],
  ['something else of this site', { 'revision.videoPlaces': '{}' }, undefined],
  ['a session', { 'revision.sessionId': 's1' }, 'unknown'],
  ['the last user', { 'CognitoIdentityServiceProvider.x.LastAuthUser': 'u1' }, 'unknown'],
  [
    'the profile of another session',
    {
      'revision.sessionId': 's2',
      'revision.profile': JSON.stringify({ sessionId: 's1', profile: aProfile({ isPremium: true }) }),
    },
    'unknown',
  ],
  [
    'an unreadable profile',
    { 'revision.sessionId': 's1', 'revision.profile': '{"sessionId":"s1","profile":{' },
    'unknown',
  ],
])('with %s stored, the access is: %s', (_, stored, access) => {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  expect(marks().access).toBe(access)
})

test.each([
  ['', false],
  ['?utm_source=feed', false],
  ['?annee=2023', true],
  ['?utm_source=feed&session=Normale', true],
])('the address %j filters a list: %s', (search, isFiltered) => {
  expect(marks(search).isFiltered).toBe(isFiltered)
})
