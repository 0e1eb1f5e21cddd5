import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom's own page is still loading when a file begins at once.
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 50))
})
afterEach(() => Object.assign(navigator, { connection: undefined }))

test.each([
  { connection: undefined, runs: 1 },
  { connection: { effectiveType: '4g', saveData: false }, runs: 1 },
  { connection: { type: 'wifi', effectiveType: '4g' }, runs: 1 },
  { connection: { type: 'cellular', effectiveType: '4g' }, runs: 0 },
  { connection: { effectiveType: '3g' }, runs: 0 },
  { connection: { effectiveType: '4g', saveData: true }, runs: 0 },
])('runs $runs times with $connection', ({ connection, runs }) => {
  Object.assign(navigator, { connection })
  const task = vi.fn()
  whenIdle(task)
  expect(task).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(task).toHaveBeenCalledTimes(runs)
})

test('waits until the page has loaded', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const task = vi.fn()
  whenIdle(task)
  vi.runAllTimers()
  expect(task).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  vi.runAllTimers()
  expect(task).toHaveBeenCalledOnce()
})
