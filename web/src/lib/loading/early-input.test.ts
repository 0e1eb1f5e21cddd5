import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { carryOutEarlyInput } from './early-input.ts'

let done: string[]
let button: HTMLButtonElement
let list: HTMLSelectElement
const onStop = () => void done.push('stop')

beforeEach(() => {
  done = []
  button = document.createElement('button')
  list = document.createElement('select')
  list.append(new Option('2024'), new Option('2023'))
  document.body.replaceChildren(button, list)
  button.addEventListener('click', () => done.push('click'))
  button.addEventListener('keydown', ({ key, ctrlKey }) => done.push(`${key}, control: ${ctrlKey}`))
  list.addEventListener('change', () => done.push(list.value))
  return () => {
    delete window.earlyInput
    document.body.replaceChildren()
  }
})

test('carries out taps, texts and choices in their order, then keeps nothing more', async () => {
  const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })
  window.earlyInput = {
    kept: [
      { type: 'click', target: button },
      { type: 'keydown', target: button, event },
      { type: 'change', target: list, value: '2023' },
    ],
    stop: onStop,
  }
  await carryOutEarlyInput()
  expect(done).toEqual(['click', 'k, control: true', '2023', 'stop'])
})

describe('the style sheet', () => {
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
    const fresh = await import('./early-input.ts')
    document.head.innerHTML = hasWholeStyle
      ? `<link rel="stylesheet" href="${SHEET}">`
      : `<script data-sheet="${SHEET}"></script>`
    const target = document.createElement('button')
    const onTap = vi.fn()
    target.addEventListener('click', onTap)
    const stop = vi.fn()
    window.earlyInput = { kept: [{ type: 'click', target }], stop }
    void fresh.carryOutEarlyInput()
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
})
