import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renewSession } from '#shared/contract/session.ts'
import { networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { cognitoAnswers, tokens } from '#web/test/cognito.ts'
import { aProfile } from '#web/test/profiles.ts'
import { account, anIdentity, aSession, claimed, renewed, SESSION_ID } from '#web/test/sessions.ts'
import { aBrowser } from '#web/test/tabs.ts'
import { call } from '../api/call.ts'
import { currentCredentials, lendCredentials } from '../api/credentials.ts'
import { createCognito } from './identity.ts'
import { readSessionId } from './session-storage.ts'

const HOUR_MS = 3_600_000
const profile = aProfile()

let opened: { session: { closedElsewhere(): void } }[] = []

/** A tab that is signed in; the network answers heartbeats from then on. */
async function aTab({ identity = anIdentity(), browser = aBrowser() } = {}) {
  const tab = aSession(identity, browser)
  opened.push(tab)
  networkAnswers(claimed())
  await (readSessionId() === null ? tab.session.signIn(account) : tab.session.start())
  await vi.advanceTimersByTimeAsync(0)
  return { ...tab, sent: networkAnswers(renewed()) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { session } of opened) session.closedElsewhere()
  opened = []
  lendCredentials(null)
})

describe('the heartbeat', () => {
  test('comes every 30 s, 120 times an hour, and brings the profile', async () => {
    const { store } = await aTab()
    const sent = networkAnswers(renewed({ isPremium: true }))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
    await vi.advanceTimersByTimeAsync(HOUR_MS - 30_000)
    expect(sent).toHaveLength(120)
    expect(sent[0]).toMatchObject({ method: 'PUT', address: '/api/session/activity' })
  })

  test('pauses while the page is hidden and comes at once when it shows again', async () => {
    const { page, sent } = await aTab()
    page.become('hidden')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent).toHaveLength(0)
    page.become('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(1)
  })

  test('of a page that is hidden and shown all the time still comes 120 times an hour', async () => {
    const { page, sent } = await aTab()
    for (let second = 0; second < 3_600; second += 5) {
      page.become('hidden')
      page.become('visible')
      window.dispatchEvent(new Event('focus'))
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(sent).toHaveLength(120)
  })

  test('shares its request with the menu and puts the next beat off', async () => {
    const { session, sent } = await aTab()
    await vi.advanceTimersByTimeAsync(20_000)
    await Promise.all([session.refresh(), session.refresh()])
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(2)
  })

  test.each(['ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND'] as const)(
    'that is refused with %s signs out silently',
    async (code) => {
      const { store, identity } = await aTab()
      networkAnswers(problem(code))
      await vi.advanceTimersByTimeAsync(30_000)
      expect(store.get()).toEqual({ status: 'signedOut' })
      expect(identity.leave).toHaveBeenCalledOnce()
      expect(readSessionId()).toBeNull()
      expect(currentCredentials()).toBeNull()
    },
  )

  test('that is refused with 401 signs out only after one token refresh', async () => {
    const { store, identity } = await aTab()
    const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(identity.accessToken).toHaveBeenCalledWith({ forceRefresh: true })
    expect(sent).toHaveLength(2)
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test.each([
    ['no network', noNetwork],
    ['a server that is unwell', problem('INTERNAL_ERROR')],
    ['a store that is throttled', problem('TEMPORARILY_UNAVAILABLE')],
    ['too many requests', problem('TOO_MANY_REQUESTS')],
  ])('keeps the user over %s and tries again sooner', async (_, answer) => {
    const { store } = await aTab()
    const sent = networkAnswers(answer, answer, renewed())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(store.get()).toMatchObject({ status: 'signedIn', profile })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(sent).toHaveLength(3)
    expect(store.get()).toMatchObject({ status: 'signedIn', trouble: null })
  })
})

describe('a device', () => {
  /** The clock goes on, the timers stand still. */
  const sleeps = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const wakes = async () => {
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
  }

  test('that slept for two hours renews its own lease at once', async () => {
    const { store, sent } = await aTab()
    sleeps(2 * HOUR_MS)
    await wakes()
    expect(sent.map(({ headers }) => headers['x-session-id'])).toEqual([SESSION_ID])
    expect(store.get().status).toBe('signedIn')
  })

  test('that slept while another one signed in is signed out silently', async () => {
    const { store } = await aTab()
    networkAnswers(problem('SESSION_INACTIVE'))
    sleeps(2 * HOUR_MS)
    await wakes()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('offline for ten minutes keeps the user and beats once when it is back', async () => {
    const { store } = await aTab()
    networkAnswers(noNetwork)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(store.get()).toMatchObject({ status: 'signedIn', profile, trouble: 'offline' })
    const sent = networkAnswers(renewed())
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(1)
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: SESSION_ID, profile, trouble: null })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(1)
  })

  test('whose clock is set back goes on beating', async () => {
    const { sent } = await aTab()
    sleeps(-2 * HOUR_MS)
    await wakes()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent).toHaveLength(1)
  })
})

describe('a token that expires in the middle of requests', () => {
  test('is refreshed once and each request sent again once', async () => {
    const asked = cognitoAnswers({
      InitiateAuth: () => tokens('first'),
      GetTokensFromRefreshToken: () => tokens('second'),
    })
    const identity = createCognito()
    await identity.signIn(account)
    const old = `Bearer ${await identity.accessToken()}`
    const sent: boolean[] = []
    const cognito = fetch
    vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit) => {
      if (!String(address).startsWith('/api/')) return cognito(address, init)
      if (String(address) === '/api/session') return claimed()
      const isOld = new Headers(init.headers).get('authorization') === old
      sent.push(isOld)
      return isOld ? problem('AUTHENTICATION_REQUIRED') : renewed()
    })
    const { store, session } = aSession(identity)
    await session.start()
    const answers = await Promise.all([0, 1, 2].map(() => call(renewSession, {})))
    expect(answers).toHaveLength(3)
    expect(store.get().status).toBe('signedIn')
    session.closedElsewhere()
    expect(sent).toEqual([true, true, true, false, false, false])
    expect(asked.map(({ name }) => name)).toEqual(['InitiateAuth', 'GetTokensFromRefreshToken'])
  })
})

describe('of several tabs', () => {
  const twoTabs = async (browser = aBrowser()) => [await aTab({ browser }), await aTab({ browser })] as const

  test('one beats, 120 times an hour, and the other hears the answers', async () => {
    const [first, second] = await twoTabs()
    const sent = networkAnswers(renewed({ isPremium: true }))
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(sent).toHaveLength(120)
    for (const { store } of [first, second])
      expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
  })

  test('that one looks at in turn, all together beat 120 times an hour', async () => {
    const [first, second] = await twoTabs()
    second.page.become('hidden')
    const sent = networkAnswers(renewed())
    for (let second10 = 0; second10 < 360; second10 += 1) {
      const [shown, hidden] = second10 % 2 === 0 ? [first, second] : [second, first]
      hidden.page.become('hidden')
      shown.page.become('visible')
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(sent).toHaveLength(120)
  })

  test('the next one takes over when the first is closed', async () => {
    const [first, second] = await twoTabs()
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(20_000)
    first.page.become('hidden')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sent).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(1)
    expect(second.store.get().status).toBe('signedIn')
  })

  test('a refresh in one is heard in the others and counts as a beat', async () => {
    const [first, second] = await twoTabs()
    const sent = networkAnswers(renewed({ isPremium: true }))
    await vi.advanceTimersByTimeAsync(20_000)
    await second.session.refresh()
    expect(first.store.get()).toMatchObject({ profile: { isPremium: true } })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(1)
  })

  test('a refusal ends all', async () => {
    const [first, second] = await twoTabs()
    networkAnswers(problem('SESSION_INACTIVE'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(first.store.get()).toEqual({ status: 'signedOut' })
    expect(second.store.get()).toEqual({ status: 'signedOut' })
  })

  test('a sign-out ends all, and only one tells the server', async () => {
    const [first, second] = await twoTabs()
    const sent = networkAnswers(noContent)
    await first.session.signOut()
    expect(second.store.get()).toEqual({ status: 'signedOut' })
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(sent).toHaveLength(1)
  })

  test('a change of password in one puts the beats of all off until it is through', async () => {
    const [first, second] = await twoTabs()
    networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(29_000)
    second.identity.changePassword.mockImplementation(async () => {
      const sent = networkAnswers(renewed())
      await vi.advanceTimersByTimeAsync(29_000)
      expect(sent).toHaveLength(0)
      networkAnswers(noContent, claimed())
    })
    const change = second.session.changePassword({ current: 'motdepasse', next: 'nouveau' })
    await expect(change).resolves.toBe('signedIn')
    expect(first.store.get().status).toBe('signedIn')
  })

  test('without locks every visible one beats for itself', async () => {
    const browser = aBrowser({ hasLocks: false })
    const [, second] = await twoTabs(browser)
    second.page.become('hidden')
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(sent).toHaveLength(120)
  })
})
