import { beforeEach, expect, test, vi } from 'vitest'
import { preparePdfWorker, takePdfWorker } from './pdf-worker.ts'

const started: EventTarget[] = []

beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super()
        started.push(this)
      }
    },
  )
  takePdfWorker()
  started.length = 0
})

test('gives the prepared worker to one document, and the next document its own', () => {
  preparePdfWorker()
  preparePdfWorker()
  expect(started).toHaveLength(1)
  expect(takePdfWorker()).toBe(started[0])
  expect(takePdfWorker()).toBe(started[1])
})

test('starts another worker where the prepared one could not be loaded', () => {
  preparePdfWorker()
  started[0]?.dispatchEvent(new Event('error'))
  expect(takePdfWorker()).toBe(started[1])
})
