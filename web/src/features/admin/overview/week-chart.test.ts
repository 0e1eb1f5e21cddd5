import { expect, test } from 'vitest'
import { HEIGHT, layOutBars } from './week-chart.tsx'

const week = (signUps: number, activations = 0) => ({ week: '2026-03-02', signUps, activations })

test('draws the highest count at full height and the others in proportion', () => {
  const { top, bars } = layOutBars([week(10, 5), week(20)])
  expect(top).toBe(20)
  expect(bars.map(({ signUps, activations }) => [signUps, activations])).toEqual([
    [HEIGHT / 2, HEIGHT / 4],
    [HEIGHT, 0],
  ])
})

test('draws a single sign-up at a quarter of the height, and zero as no bar', () => {
  expect(layOutBars([week(1)]).bars[0]?.signUps).toBe(HEIGHT / 4)
  expect(layOutBars([week(0)])).toMatchObject({ top: 4, bars: [{ signUps: 0, activations: 0 }] })
  expect(layOutBars([])).toEqual({ top: 4, bars: [] })
})
