import { expect, test } from 'vitest'
import { fittingSize } from './receipt-picture.ts'

test.each([
  { from: [4_000, 3_000], to: [1_600, 1_200] },
  { from: [3_000, 4_000], to: [1_200, 1_600] },
  { from: [800, 600], to: [800, 600] },
  { from: [20_000, 5], to: [1_600, 1] },
])('a picture of $from pixels is sent with $to', ({ from: [width = 0, height = 0], to }) => {
  const size = fittingSize(width, height)
  expect([size.width, size.height]).toEqual(to)
})
