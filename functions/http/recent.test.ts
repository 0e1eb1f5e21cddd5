import { createRecent } from './recent.ts'

test('keeps the results of the last inputs, and drops the oldest', () => {
  const recent = createRecent<number>(2)
  for (const [input, value] of Object.entries({ a: 1, b: 2, c: 3 })) recent.set(input, value)
  expect(['a', 'b', 'c'].map((input) => recent.get(input))).toEqual([undefined, 2, 3])
})
