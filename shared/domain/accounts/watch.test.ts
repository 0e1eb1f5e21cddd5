import { conspicuousness } from './watch.ts'

const thresholds = { documents: 60, deviceChanges: 4, networks: 8 }
const quiet = { documents: 0, deviceChanges: 0, networks: 0, browsers: 0, networksAlternate: false }

test.each([
  { day: { documents: 59, deviceChanges: 3, networks: 7 }, factor: 59 / 60 },
  { day: { documents: 60 }, factor: 1 },
  { day: { deviceChanges: 4 }, factor: 1 },
  { day: { networks: 8 }, factor: 1 },
  { day: { documents: 60, deviceChanges: 12, networks: 16 }, factor: 3 },
  { day: { browsers: 3, deviceChanges: 2 }, factor: 0.5 },
  { day: { browsers: 2 }, factor: 1 },
  { day: { browsers: 4, deviceChanges: 1 }, factor: 2 },
  { day: { networksAlternate: true }, factor: 1 },
])('a day with $day stands out by $factor', ({ factor, day }) => {
  expect(conspicuousness({ ...quiet, ...day }, thresholds)).toBe(factor)
})
