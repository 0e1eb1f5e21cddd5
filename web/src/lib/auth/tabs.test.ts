import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aBrowser } from '#web/test/tabs.ts'
import { createTabs } from './tabs.ts'

beforeEach(() => vi.useFakeTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)

/** A tab and whether it leads. */
function aFollowed(browser = aBrowser()) {
  const { page, tabs } = browser.aTab()
  const seen = { leads: false }
  const stop = tabs.leadWhileVisible((leads) => {
    seen.leads = leads
  })
  return { page, seen, stop }
}

describe('of the tabs of one browser', () => {
  test('one leads, and the next one when it is hidden', async () => {
    const browser = aBrowser()
    const [first, second] = [aFollowed(browser), aFollowed(browser)]
    await settled()
    expect([first.seen.leads, second.seen.leads]).toEqual([true, false])
    first.page.become('hidden')
    await settled()
    expect([first.seen.leads, second.seen.leads]).toEqual([false, true])
    first.page.become('visible')
    await settled()
    expect([first.seen.leads, second.seen.leads]).toEqual([false, true])
  })

  test('the next one leads when it is signed out', async () => {
    const browser = aBrowser()
    const [first, second] = [aFollowed(browser), aFollowed(browser)]
    await settled()
    first.stop()
    await settled()
    expect([first.seen.leads, second.seen.leads]).toEqual([false, true])
  })

  test('one that stood back while waiting never leads', async () => {
    const browser = aBrowser()
    const [first, second] = [aFollowed(browser), aFollowed(browser)]
    await settled()
    second.page.become('hidden')
    first.stop()
    await settled()
    expect(second.seen.leads).toBe(false)
  })

  test('one that is hidden from the start leads once it shows', async () => {
    const { page, tabs } = aBrowser().aTab()
    page.visibilityState = 'hidden'
    const onChange = vi.fn()
    tabs.leadWhileVisible(onChange)
    await settled()
    expect(onChange).not.toHaveBeenCalled()
    page.become('visible')
    await settled()
    expect(onChange).toHaveBeenLastCalledWith(true)
  })

  test('each hears what the others tell, not itself', () => {
    const browser = aBrowser()
    const tabs = [browser.aTab().tabs, browser.aTab().tabs, browser.aTab().tabs]
    const heard = tabs.map((tab) => {
      const hear = vi.fn()
      tab.listen(hear)
      return hear
    })
    tabs[0]?.tell({ type: 'ended', sessionId: null })
    expect(heard.map((hear) => hear.mock.calls.length)).toEqual([0, 1, 1])
  })
})

test.each([
  ['without locks', {}],
  [
    'that forbids locks',
    { locks: { request: async () => Promise.reject(new DOMException('no', 'SecurityError')) } },
  ],
])('in a browser %s each visible tab leads itself', async (_, surroundings) => {
  const channel = new EventTarget() as BroadcastChannel
  const onChange = vi.fn()
  const tabs = createTabs({ page: document, locks: undefined, channel, ...surroundings })
  const stop = tabs.leadWhileVisible(onChange)
  await settled()
  expect(onChange).toHaveBeenLastCalledWith(true)
  stop()
  expect(onChange).toHaveBeenLastCalledWith(false)
})

test('without a channel each visible tab leads itself and tells nobody', () => {
  const onChange = vi.fn()
  const request = vi.fn()
  const tabs = createTabs({ page: document, locks: { request }, channel: undefined })
  tabs.tell({ type: 'ended', sessionId: null })
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
])('a page starts in a browser that %s', (_, BroadcastChannel) => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  const onChange = vi.fn()
  createTabs().leadWhileVisible(onChange)()
  expect(onChange.mock.calls).toEqual([[true], [false]])
})
