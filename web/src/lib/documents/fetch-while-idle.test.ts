import { beforeEach, expect, test, vi } from 'vitest'
import { fetchWhileIdle } from './fetch-while-idle.ts'
import { PDF_WORKER_FILES } from './pdf-worker.ts'

/** The page becomes idle. */
let becomesIdle: () => Promise<void>

beforeEach(() => {
  let waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.push(callback))
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('script')),
  )
  becomesIdle = async () => {
    const now = waiting
    waiting = []
    for (const callback of now) callback()
    // What was asked for arrives.
    await new Promise((resolve) => setTimeout(resolve))
  }
})

function fetching() {
  const imported = vi.fn(async () => ({}))
  const leaving = new AbortController()
  void fetchWhileIdle([imported, imported], leaving.signal)
  return { imported, stop: () => leaving.abort() }
}

const fetched = () => vi.mocked(fetch).mock.calls.map(([address]) => address)

test('fetches one part after the other, each once the page is idle', async () => {
  const { imported } = fetching()
  expect(imported).not.toHaveBeenCalled()
  await becomesIdle()
  expect(imported).toHaveBeenCalledTimes(1)
  await becomesIdle()
  expect(imported).toHaveBeenCalledTimes(2)
  expect(fetched()).toEqual([])
  await becomesIdle()
  await becomesIdle()
  expect(fetched()).toEqual(PDF_WORKER_FILES)
})

test.each([
  { connection: { saveData: true, effectiveType: '4g' } },
  { connection: { saveData: false, effectiveType: '2g' } },
  { connection: { saveData: false, effectiveType: 'slow-2g' } },
])('fetches nothing for $connection', async ({ connection }) => {
  vi.stubGlobal('navigator', { onLine: true, connection })
  const { imported } = fetching()
  await becomesIdle()
  await becomesIdle()
  expect(imported).not.toHaveBeenCalled()
})

test.each([{ connection: { effectiveType: '3g' } }, { connection: undefined }])(
  'fetches for $connection',
  async ({ connection }) => {
    vi.stubGlobal('navigator', { onLine: true, connection })
    const { imported } = fetching()
    await becomesIdle()
    expect(imported).toHaveBeenCalledOnce()
  },
)

test('fetches nothing while the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { imported } = fetching()
  await becomesIdle()
  expect(imported).not.toHaveBeenCalled()
})

test('stops when the reader leaves the page', async () => {
  const { imported, stop } = fetching()
  await becomesIdle()
  stop()
  await becomesIdle()
  await becomesIdle()
  expect(imported).toHaveBeenCalledOnce()
})

test('ends with the first part that cannot be fetched', async () => {
  const failing = async () => Promise.reject(new TypeError('no network'))
  const ended = expect(fetchWhileIdle([failing], new AbortController().signal)).rejects.toThrow('no network')
  await becomesIdle()
  await ended
  expect(fetched()).toEqual([])
})
