import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addLackingFunctions, lackingFunctions } from './older-browsers.ts'

const owners = {
  array: Array.prototype,
  string: String.prototype,
  object: Object,
  address: URL,
  signal: AbortSignal,
} satisfies Record<keyof typeof lackingFunctions, object>

const functions = Object.entries(owners).flatMap(([part, owner]) =>
  Object.keys(lackingFunctions[part as keyof typeof owners]).map((name) => ({
    owner,
    name,
    native: Object.getOwnPropertyDescriptor(owner, name),
  })),
)

beforeEach(() => {
  for (const { owner, name } of functions) Reflect.deleteProperty(owner, name)
})
const restore = () => {
  for (const { owner, name, native } of functions)
    if (native) Object.defineProperty(owner, name, native)
    else Reflect.deleteProperty(owner, name)
}
afterEach(restore)

test('adds what a browser lacks', () => {
  vi.useFakeTimers()
  addLackingFunctions()
  const list = [1, 3, 2]
  const signal = AbortSignal.timeout(1_000)
  const timed = [signal.aborted]
  vi.advanceTimersByTime(1_000)
  const late = new AbortController()
  const either = AbortSignal.any([new AbortController().signal, late.signal])
  const any = [either.aborted]
  late.abort('late')
  const results = {
    toReversed: list.toReversed(),
    toSorted: list.toSorted((one, other) => other - one),
    toSpliced: [list.toSpliced(1, 1), list.toSpliced(0, 0, 7, 8)],
    with: list.with(1, 7),
    toWellFormed: ['é', '😀', 'a\ud83d', '\ude00b'].map((text) => text.toWellFormed()),
    groupBy: { ...Object.groupBy(list, (number) => (number % 2 ? 'odd' : 'even')) },
    canParse: ['https://site.example/a', 'a'].map((text) => URL.canParse(text)),
    any: [...any, either.reason, AbortSignal.any([late.signal]).aborted],
    timeout: [...timed, (signal.reason as DOMException).name],
  }
  vi.useRealTimers()
  restore()
  expect(results).toEqual({
    toReversed: [2, 3, 1],
    toSorted: [3, 2, 1],
    toSpliced: [
      [1, 2],
      [7, 8, 1, 3, 2],
    ],
    with: [1, 7, 2],
    toWellFormed: ['é', '😀', 'a\ufffd', '\ufffdb'],
    groupBy: { odd: [1, 3], even: [2] },
    canParse: [true, false],
    any: [false, 'late', true],
    timeout: [false, 'TimeoutError'],
  })
  expect(list).toEqual([1, 3, 2])
  expect(Object.keys(results)).toEqual(functions.map(({ name }) => name))
})

test('keeps what a browser has', () => {
  restore()
  const { toSorted } = Array.prototype
  addLackingFunctions()
  expect(Array.prototype.toSorted).toBe(toSorted)
})
