import { describe, expect, test, vi } from 'vitest'
import { aProfile } from '#web/test/profiles.ts'
import { clearSessionId, rememberedProfile, rememberProfile, writeSessionId } from './session-storage.ts'

const premium = aProfile({ isPremium: true, premiumUntil: '2027-07-10T23:00:00.000Z' })

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
