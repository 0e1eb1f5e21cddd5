import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useListUpdates } from './use-list-updates.ts'

afterEach(() => vi.unstubAllGlobals())

function setUp() {
  const serviceWorker = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker })
  const client = new QueryClient()
  client.setQueryData(['videos'], [])
  client
    .getQueryCache()
    .build(client, { queryKey: ['users'], meta: { personal: true } })
    .setData([])
  const { unmount } = renderHook(() => useListUpdates(client))
  const hear = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  const isStale = (key: string) => client.getQueryState([key])?.isInvalidated
  return { hear, isStale, unmount }
}

test('a list that the service worker found changed is asked for again; personal answers are not', () => {
  const { hear, isStale } = setUp()
  hear({ type: 'LIST_CHANGED' })
  expect(isStale('videos')).toBe(true)
  expect(isStale('users')).toBe(false)
})

test.each([null, 'text', { type: 'OTHER' }])('the message %j means nothing here', (data) => {
  const { hear, isStale } = setUp()
  hear(data)
  expect(isStale('videos')).toBe(false)
})

test('hears nothing any more once the site is gone', () => {
  const { hear, isStale, unmount } = setUp()
  unmount()
  hear({ type: 'LIST_CHANGED' })
  expect(isStale('videos')).toBe(false)
})

test('does without where the browser has no service workers', () => {
  vi.stubGlobal('navigator', {})
  expect(() => renderHook(() => useListUpdates(new QueryClient()))).not.toThrow()
})
