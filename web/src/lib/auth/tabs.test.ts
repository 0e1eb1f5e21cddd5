import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readyCredentials, setCredentials } from '#web/lib/api/call.ts'
import { aProfile, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { aBrowser, account, anIdentity, aSession, claimed, renewed, SESSION_ID } from '#web/test/sessions.ts'
import { keepRead, keptRead } from './last-read.ts'
import { readSessionId } from './session-storage.ts'
import { createTabs } from './tabs.ts'

beforeEach(() => vi.useFakeTimers())

const locksGranted = () => vi.advanceTimersByTimeAsync(0)

/** Returns a tab with a function that tells whether it leads. */
function aCandidate(browser = aBrowser()) {
  const { page, tabs } = browser.aTab()
  const seen = { leads: false }
  const stop = tabs.leadWhileVisible((leads) => {
    seen.leads = leads
  })
  return { page, seen, stop }
}

describe('the tabs of one browser', () => {
  test('have one leader, and the next one when it is hidden', async () => {
    const browser = aBrowser()
    const [first, second] = [aCandidate(browser), aCandidate(browser)]
    await locksGranted()
    expect([first.seen.leads, second.seen.leads]).toEqual([true, false])
    first.page.become('hidden')
    await locksGranted()
    expect([first.seen.leads, second.seen.leads]).toEqual([false, true])
    first.page.become('visible')
    await locksGranted()
    expect([first.seen.leads, second.seen.leads]).toEqual([false, true])
  })

  test('do not lead after they were hidden while waiting', async () => {
    const browser = aBrowser()
    const [first, second] = [aCandidate(browser), aCandidate(browser)]
    await locksGranted()
    second.page.become('hidden')
    first.stop()
    await locksGranted()
    expect(second.seen.leads).toBe(false)
  })
})

test('a tab leads while the lock is never granted and nothing is heard of a leader', async () => {
  const onChange = vi.fn()
  const locks = { request: () => new Promise<never>(() => {}) }
  const channel = new EventTarget() as BroadcastChannel
  const stop = createTabs({ page: document, locks, channel }).leadWhileVisible(onChange)
  await vi.advanceTimersByTimeAsync(44_000)
  channel.dispatchEvent(new MessageEvent('message'))
  await vi.advanceTimersByTimeAsync(44_000)
  expect(onChange).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onChange.mock.calls).toEqual([[true]])
  // The device had slept, and the other tab goes on.
  channel.dispatchEvent(new MessageEvent('message'))
  expect(onChange.mock.calls).toEqual([[true], [false]])
  await vi.advanceTimersByTimeAsync(45_000)
  stop()
  expect(onChange.mock.calls).toEqual([[true], [false], [true], [false]])
})

test.each([
  ['without locks', {}],
  [
    'that forbids locks',
    { locks: { request: async () => Promise.reject(new DOMException('no', 'SecurityError')) } },
  ],
])('each visible tab leads in a browser %s', async (_, surroundings) => {
  const channel = new EventTarget() as BroadcastChannel
  const onChange = vi.fn()
  const tabs = createTabs({ page: document, locks: undefined, channel, ...surroundings })
  const stop = tabs.leadWhileVisible(onChange)
  await locksGranted()
  expect(onChange).toHaveBeenLastCalledWith(true)
  stop()
  expect(onChange).toHaveBeenLastCalledWith(false)
})

test('each visible tab leads in a browser without channels, and posts nothing', () => {
  const onChange = vi.fn()
  const request = vi.fn()
  const tabs = createTabs({ page: document, locks: { request }, channel: undefined })
  tabs.post({ type: 'ended', sessionId: null })
  tabs.leadWhileVisible(onChange)
  expect(onChange).toHaveBeenLastCalledWith(true)
  expect(request).not.toHaveBeenCalled()
})

test.each([
  ['does not know channels', undefined],
  [
    'forbids channels',
    vi.fn(function () {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }),
  ],
])('a page works in a browser that %s', (_, BroadcastChannel) => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  const onChange = vi.fn()
  createTabs().leadWhileVisible(onChange)()
  expect(onChange.mock.calls).toEqual([[true], [false]])
})

const HOUR_MS = 3_600_000
const profile = aProfile()

let opened: { session: { endedElsewhere(): void } }[] = []

/** Opens a signed-in tab; the network answers heartbeats from then on. */
async function aTab(browser = aBrowser()) {
  const tab = aSession(anIdentity(), browser)
  opened.push(tab)
  networkAnswers(claimed())
  await (readSessionId() === null ? tab.session.signIn(account) : tab.session.start())
  await vi.advanceTimersByTimeAsync(0)
  return { ...tab, sent: networkAnswers(renewed()) }
}

afterEach(() => {
  for (const { session } of opened) session.endedElsewhere()
  opened = []
  setCredentials(null)
})

describe('the heartbeat', () => {
  test('is sent every 30 s, 120 times an hour, and refreshes the profile', async () => {
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

  test('carries what was read once, with its age, until it has arrived', async () => {
    const { session } = await aTab()
    const read = { id: 'bac-SM-2023-Normale', page: 3, exercise: 2 }
    keepRead(profile.id, read)
    const failed = networkAnswers(noNetwork)
    await vi.advanceTimersByTimeAsync(20_000)
    await session.refresh()
    const sent = networkAnswers(renewed({ lastReadAt: '2026-01-01T00:00:00.000Z' }))
    await vi.advanceTimersByTimeAsync(90_000)
    expect(failed.map(({ body }) => body)).toContainEqual({ lastRead: { ...read, secondsAgo: 20 } })
    expect(sent[0]?.body).toMatchObject({ lastRead: { id: read.id, page: 3, exercise: 2 } })
    expect(sent.slice(1).map(({ body }) => body)).toEqual(sent.slice(1).map(() => ({})))
    expect(keptRead(profile.id)).toMatchObject({ sentAt: '2026-01-01T00:00:00.000Z' })
  })

  test('is sent 120 times an hour while the page is hidden and shown all the time', async () => {
    const { page, sent } = await aTab()
    for (let second = 0; second < 3_600; second += 5) {
      page.become('hidden')
      page.become('visible')
      window.dispatchEvent(new Event('focus'))
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(sent).toHaveLength(120)
  })

  test.each(['ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND'] as const)(
    'signs out silently when it is refused with %s',
    async (code) => {
      const { store, identity } = await aTab()
      networkAnswers(problem(code))
      await vi.advanceTimersByTimeAsync(30_000)
      expect(store.get()).toEqual({ status: 'signedOut' })
      expect(identity.detach).toHaveBeenCalledOnce()
      expect(readSessionId()).toBeNull()
      await expect(readyCredentials()).resolves.toBeNull()
    },
  )

  test('refreshes the token once before a 401 signs out', async () => {
    const { store, identity } = await aTab()
    const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(identity.accessToken).toHaveBeenCalledWith({ forceRefresh: true })
    expect(sent).toHaveLength(2)
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test.each([
    ['a lost network', noNetwork],
    ['a failing server', problem('INTERNAL_ERROR')],
    ['a throttled table', problem('TEMPORARILY_UNAVAILABLE')],
    ['too many requests', problem('TOO_MANY_REQUESTS')],
  ])('stays signed in after %s and is repeated sooner', async (_, answer) => {
    const { store } = await aTab()
    const sent = networkAnswers(answer, answer, renewed())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(store.get()).toMatchObject({ status: 'signedIn', profile })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(sent).toHaveLength(3)
    expect(store.get()).toMatchObject({ status: 'signedIn', trouble: null })
  })
})

test('a device that was offline for ten minutes stays signed in and sends one heartbeat when it is back', async () => {
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

describe('several tabs', () => {
  const twoTabs = async (browser = aBrowser()) => [await aTab(browser), await aTab(browser)] as const

  test('send one heartbeat between them, 120 times an hour, and share the answers', async () => {
    const [first, second] = await twoTabs()
    const sent = networkAnswers(renewed({ isPremium: true }))
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(sent).toHaveLength(120)
    for (const { store } of [first, second])
      expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
  })

  test('are all signed out by a refusal', async () => {
    const [first, second] = await twoTabs()
    networkAnswers(problem('SESSION_INACTIVE'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(first.store.get()).toEqual({ status: 'signedOut' })
    expect(second.store.get()).toEqual({ status: 'signedOut' })
  })
})
