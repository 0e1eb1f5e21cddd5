import { beforeEach, expect, test } from 'vitest'
import { carryOutEarlyInput } from './early-input.ts'

let done: string[]
let button: HTMLButtonElement
let list: HTMLSelectElement
const stop = () => void done.push('stop')

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
    stop,
  }
  await carryOutEarlyInput()
  expect(done).toEqual(['click', 'k, control: true', '2023', 'stop'])
})
