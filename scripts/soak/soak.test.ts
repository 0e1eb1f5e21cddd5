import { growthOf, readMemory, type Sample } from './memory.ts'
import { svgOf } from './plot.ts'

function samplesOf(values: readonly number[]): Sample[] {
  return values.map((value, index) => ({ second: index * 5, megabytes: { site: value, table: 30 } }))
}

test.each([
  { what: 'flat after its start', values: [50, 80, 100, 101, 100, 99, 102, 100], growth: 1 },
  { what: 'leaking', values: [100, 110, 120, 130, 140, 150, 160, 170], growth: 170 / 130 },
  { what: 'given back', values: [100, 100, 200, 200, 100, 100, 100, 100], growth: 0.5 },
  { what: 'too short to say', values: [100, 100, 100], growth: Number.NaN },
])('memory that is $what grows by $growth', ({ values, growth }) => {
  const { site = 0, table } = growthOf(samplesOf(values))
  expect(Math.round(site * 10)).toBe(Math.round(growth * 10))
  expect(table).toBe(values.length < 4 ? Number.NaN : 1)
})

test('what a process holds is read from the system, and one that has gone is told', async () => {
  const { jest } = await readMemory([{ name: 'jest', pid: process.pid }])
  expect(jest).toBeGreaterThan(10)
  const gone = { name: 'gone', pid: 2 ** 22 + 1 }
  await expect(readMemory([{ name: 'jest', pid: process.pid }, gone])).rejects.toThrow('gone')
})

test('a plot has its lines, the units of its axes and round numbers', () => {
  const svg = svgOf({
    title: 'Mémoire <résidente>',
    xLabel: 'temps (s)',
    yLabel: 'mémoire (Mo)',
    series: [
      {
        name: 'site',
        points: [
          [0, 0],
          [50, 120],
          [100, 480],
        ],
      },
      {
        name: 'table',
        points: [
          [0, 30],
          [100, 30],
        ],
      },
    ],
  })
  expect(svg.match(/<polyline/g)).toHaveLength(2)
  expect(svg).toContain('Mémoire &lt;résidente>')
  for (const label of ['temps (s)', 'mémoire (Mo)', 'site', 'table', '>500<', '>100<'])
    expect(svg).toContain(label)
  // 480 of 500 MB, at the right edge.
  expect(svg).toContain('936,70.7')
})
