import { expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import type { DocumentBytes, ReadOptions } from '#web/lib/documents/document-bytes.ts'
import { createReading } from './reading.ts'

const PART = new Uint8Array([1, 2, 3])
const failing = new ApiFailure('failing')

function aDocument(...outcomes: (Error | null)[]) {
  const read = vi.fn(async (_begin: number, _end: number, options?: ReadOptions) => {
    const outcome = outcomes.shift()
    if (outcome) throw outcome
    options?.onBytes?.(PART.length)
    return PART
  })
  return { read, bytes: { read, total: () => 10 } satisfies DocumentBytes }
}

test('tells how much is there', async () => {
  const reading = createReading(aDocument().bytes)
  await reading.read(0, 3)
  await reading.read(3, 6)
  expect(reading.get()).toEqual({ flow: { step: 'reading' }, loaded: 6, total: 10 })
})

test('what failed stays asked for, and comes with a retry', async () => {
  const { bytes, read } = aDocument(failing, failing)
  const reading = createReading(bytes)
  const both = Promise.all([reading.read(0, 3), reading.read(3, 6)])
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  expect(reading.get().flow).toEqual({ step: 'failed', error: failing })
  reading.retry()
  expect(await both).toEqual([PART, PART])
  expect(reading.get().flow).toEqual({ step: 'reading' })
})

test('tells that it waits, and that it does no longer', async () => {
  const { bytes, read } = aDocument()
  const reading = createReading(bytes)
  const seen: string[] = []
  reading.subscribe(() => seen.push(reading.get().flow.step))
  await reading.read(0, 3)
  const options = read.mock.calls[0]?.[2]
  options?.onTrouble?.('offline')
  options?.onTrouble?.(null)
  expect(seen).toEqual(['reading', 'waiting', 'reading'])
})

test('a closed reading asks for nothing more', async () => {
  const { bytes, read } = aDocument(failing)
  const reading = createReading(bytes)
  const part = reading.read(0, 3)
  await vi.waitFor(() => expect(reading.get().flow.step).toBe('failed'))
  reading.close()
  await expect(part).rejects.toMatchObject({ name: 'AbortError' })
  expect(read).toHaveBeenCalledOnce()
})
