import { beforeEach, expect, test, vi } from 'vitest'
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

test.each(['load', 'error'])('an early tap waits for the %s of the style sheet', async (end) => {
  vi.useFakeTimers()
  // Each page loads its sheet once.
  vi.resetModules()
  const fresh = await import('./early-input.ts')
  document.head.innerHTML = '<script data-sheet="/assets/style-1.css"></script>'
  window.earlyInput = { kept: [{ type: 'click', target: button }], stop: onStop }
  void fresh.carryOutEarlyInput()
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toEqual([])
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event(end))
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['click', 'stop'])
  document.head.replaceChildren()
})
