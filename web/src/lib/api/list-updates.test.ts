import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { followListUpdates } from './list-updates.ts'

function setUp() {
  const serviceWorker = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker })
  const client = new QueryClient()
  client.setQueryData(['videos'], [])
  client
    .getQueryCache()
    .build(client, { queryKey: ['users'], meta: { personal: true } })
    .setData([])
  const stop = followListUpdates(client)
  const receive = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  const isStale = (key: string) => client.getQueryState([key])?.isInvalidated
  return { client, receive, isStale, stop }
}

test('refetches public lists that the service worker found changed, not personal ones', async () => {
  const { receive, isStale } = setUp()
  receive({ type: 'LIST_CHANGED' })
  await vi.waitFor(() => expect(isStale('videos')).toBe(true))
  expect(isStale('users')).toBe(false)
})

test('refetches a list whose first answer is still in flight', async () => {
  const { client, receive } = setUp()
  const answers: ((list: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const shown = new QueryObserver(client, { queryKey: ['subjects', 'SM'], queryFn })
  const stop = shown.subscribe(() => {})
  receive({ type: 'LIST_CHANGED' })
  answers[0]?.('as it was')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('as it is')
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('as it is'))
  stop()
})
