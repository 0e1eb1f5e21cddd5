import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { MARK_SCRIPT } from '#shared/contract/start-script.ts'
import { aProfile } from '#web/test/answers.ts'
import { learnTime } from '../server-clock.ts'
import { clearSessionId, rememberedProfile, rememberProfile, writeSessionId } from './session-storage.ts'

const premium = aProfile({ isPremium: true, premiumUntil: '2027-07-10T23:00:00.000Z' })

const DAY_MS = 86_400_000

function remember(sessionId = 's1', profile = premium): void {
  writeSessionId(sessionId)
  rememberProfile(sessionId, profile)
}

describe('the remembered profile', () => {
  test.each([
    { at: '2027-07-10T22:59:59.999Z', isPremium: true },
    { at: '2027-07-10T23:00:00.000Z', isPremium: false },
  ])('has Premium as it is at $at: $isPremium', ({ at, isPremium }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
    remember()
    expect(rememberedProfile()).toEqual({ ...premium, isPremium })
  })

  test('belongs to one session', () => {
    remember('s1')
    writeSessionId('s2')
    expect(rememberedProfile()).toBeNull()
  })

  test('is removed with its session', () => {
    remember()
    clearSessionId()
    expect(Object.keys(localStorage)).toEqual([])
  })

  test.each(['', 'null', '{}', '[]', '{"sessionId":"s1"}', '{"sessionId":"s1","profile":{"id":"u1"}}'])(
    'is unknown where %j is stored',
    (stored) => {
      writeSessionId('s1')
      localStorage.setItem('revision.profile', stored)
      expect(rememberedProfile()).toBeNull()
    },
  )
})

describe('the script before the first paint', () => {
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
    [{ isPremium: true, premiumUntil: '2020-07-10T23:00:00.000Z' }, 'free'],
    [{ isPremium: false, premiumUntil: null, isAdmin: true }, 'premium'],
  ])('the remembered profile %j has the access: %s', (profile, access) => {
    writeSessionId('s1')
    rememberProfile('s1', aProfile(profile))
    expect(marks().access).toBe(access)
  })

  test('a phone whose clock is a year ahead has the Premium that the server has told', () => {
    learnTime(new Date(Date.now() - 365 * DAY_MS).toUTCString())
    remember('s1', { ...premium, premiumUntil: new Date(Date.now() - 30 * DAY_MS).toISOString() })
    expect(marks().access).toBe('premium')
    expect(rememberedProfile()).toMatchObject({ isPremium: true })
  })

  test.each<[string, Record<string, string>, string | undefined]>([
    ['nothing', {}, undefined],
    ['something else of this site', { 'revision.videoPlaces': '{}' }, undefined],
    ['a session', { 'revision.sessionId': 's1' }, 'unknown'],
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
})
