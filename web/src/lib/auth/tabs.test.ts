import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aBrowser } from '#web/test/tabs.ts'
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
