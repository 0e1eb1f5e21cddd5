import '@testing-library/jest-dom/vitest'
import { ReadableStream } from 'node:stream/web'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { seedSettings } from '#web/lib/settings.ts'

// The tests' own context has the fetch of Node but not its streams.
Object.assign(globalThis, { ReadableStream, __SITE_ORIGIN__: '' })

// jsdom does not time its requests.
globalThis.PerformanceObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof PerformanceObserver

// jsdom knows the element <dialog> but cannot open it.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// jsdom lays nothing out, so that there is nothing to scroll to.
Element.prototype.scrollIntoView ??= () => {}

// On a busy machine a second is not long enough for a page to become stable.
configure({ asyncUtilTimeout: 20_000 })

// Only the last failure of a query that waits prints the page, which takes longer than the query itself.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    const isWaiting = (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
      ._disableExpensiveErrorDiagnostics
    if (!isWaiting) return getElementError(message, container)
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  },
})

/** An unexpected message on the console fails the test. */
let unexpected: unknown[][] = []

beforeEach(() => {
  seedSettings({
    settings: __FIRST_SETTINGS__,
    isOfferOver: false,
    isAnnounced: false,
    utcOffset: 3_600_000,
  })
  unexpected = []
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => unexpected.push(words))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  window.history.replaceState(null, '')
  expect(unexpected, 'unexpected console messages').toEqual([])
})
