import { expect, test, vi } from 'vitest'
import { addTransferred, countTransferred, transferredThisMonth } from './data-meter.ts'

test('adds up the bytes of a month, and begins each month at 0', () => {
  addTransferred(1_000, new Date('2026-11-01T12:00:00Z'))
  addTransferred(250.4, new Date('2026-11-30T12:00:00Z'))
  expect(transferredThisMonth(new Date('2026-11-30T22:00:00Z'))).toBe(1_250)
  expect(transferredThisMonth(new Date('2026-12-01T12:00:00Z'))).toBe(0)
  addTransferred(7, new Date('2026-12-01T12:00:00Z'))
  expect(transferredThisMonth(new Date('2026-12-02T12:00:00Z'))).toBe(7)
  expect(transferredThisMonth(new Date('2025-12-02T12:00:00Z'))).toBe(0)
})

test('begins a month when it begins in Morocco', () => {
  addTransferred(5, new Date('2026-06-30T22:59:59Z'))
  expect(transferredThisMonth(new Date('2026-06-30T22:59:59Z'))).toBe(5)
  expect(transferredThisMonth(new Date('2026-06-30T23:00:00Z'))).toBe(0)
})

test('counts what a page receives from the site, without players and other sites', () => {
  const own = (path: string) => `${window.location.origin}${path}`
  const entries = [
    { name: own('/'), initiatorType: 'navigation', transferSize: 10_000 },
    { name: own('/files/a'), initiatorType: 'fetch', transferSize: 1_200_000 },
    { name: own('/assets/a.js'), initiatorType: 'script', transferSize: 0 },
    { name: own('/files/film'), initiatorType: 'video', transferSize: 300 },
    { name: 'https://image.example/a.jpg', initiatorType: 'img', transferSize: 9_000 },
  ]
  let report: () => void = () => undefined
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
      constructor(callback: (list: { getEntries: () => typeof entries }) => void) {
        report = () => callback({ getEntries: () => entries })
      }
    },
  )
  const end = countTransferred()
  report()
  end()
  expect(transferredThisMonth()).toBe(1_210_000)
})
