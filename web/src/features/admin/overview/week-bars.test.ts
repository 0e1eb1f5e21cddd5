import { expect, test } from 'vitest'
import { chartOf, HEIGHT, WIDTH } from './week-bars.ts'

const week = (signUps: number, activations = 0) => ({ week: '2026-03-02', signUps, activations })

test('the highest count reaches the upper edge, the others in proportion', () => {
  const { top, bars } = chartOf([week(10, 5), week(20)])
  expect(top).toBe(20)
  expect(bars.map(({ signUps, activations }) => [signUps, activations])).toEqual([
    [HEIGHT / 2, HEIGHT / 4],
    [HEIGHT, 0],
  ])
})

test('a single sign-up does not fill the drawing, and none is no bar', () => {
  expect(chartOf([week(1)]).bars[0]?.signUps).toBe(HEIGHT / 4)
  expect(chartOf([week(0)])).toMatchObject({ top: 4, bars: [{ signUps: 0, activations: 0 }] })
  expect(chartOf([])).toEqual({ top: 4, bars: [] })
})

test('twelve weeks stay inside and four of them have their date', () => {
  const { bars } = chartOf(Array.from({ length: 12 }, () => week(3, 3)))
  expect(bars.filter(({ isLabelled }) => isLabelled)).toHaveLength(4)
  for (const { x, width } of bars) expect(x + 2 * width).toBeLessThanOrEqual(WIDTH)
})
