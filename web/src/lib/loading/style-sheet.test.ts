import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SHEET = '/assets/style-1.css'

beforeEach(() => {
  vi.useFakeTimers()
  // Each page loads its sheet once.
  vi.resetModules()
})

afterEach(() => {
  vi.useRealTimers()
  delete window.earlyInput
  document.head.replaceChildren()
})

/** Returns a page whose button was tapped early; its style covers the first paint, or everything. */
async function pageWithTap({ hasWholeStyle }: { hasWholeStyle: boolean }) {
  const { carryOutEarlyInput } = await import('./early-input.ts')
  document.head.innerHTML = hasWholeStyle
    ? `<link rel="stylesheet" href="${SHEET}">`
    : `<script data-sheet="${SHEET}"></script>`
  const target = document.createElement('button')
  const onTap = vi.fn()
  target.addEventListener('click', onTap)
  const stop = vi.fn()
  window.earlyInput = { kept: [{ type: 'click', target }], stop }
  void carryOutEarlyInput()
  return { onTap, stop, sheets: () => document.querySelectorAll('link[rel="stylesheet"]') }
}

test.each(['load', 'error'])('an early tap waits for the %s of the style sheet', async (end) => {
  const { onTap, stop, sheets } = await pageWithTap({ hasWholeStyle: false })
  await vi.advanceTimersByTimeAsync(500)
  expect(onTap).not.toHaveBeenCalled()
  sheets()[0]?.dispatchEvent(new Event(end))
  await vi.advanceTimersByTimeAsync(0)
  expect(onTap).toHaveBeenCalledOnce()
  expect(stop).toHaveBeenCalledOnce()
})

test('an early tap is carried out after a second without the style sheet', async () => {
  const { onTap } = await pageWithTap({ hasWholeStyle: false })
  await vi.advanceTimersByTimeAsync(990)
  expect(onTap).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(onTap).toHaveBeenCalledOnce()
})
