import { conspicuousness } from './watch.ts'

const thresholds = { documents: 60, deviceChanges: 4, networks: 8 }

test.each([
  { documents: 0, deviceChanges: 0, networks: 0, factor: 0 },
  { documents: 59, deviceChanges: 3, networks: 7, factor: 59 / 60 },
  { documents: 60, deviceChanges: 0, networks: 0, factor: 1 },
  { documents: 0, deviceChanges: 4, networks: 0, factor: 1 },
  { documents: 0, deviceChanges: 0, networks: 8, factor: 1 },
  { documents: 60, deviceChanges: 12, networks: 16, factor: 3 },
])(
  'a day with $documents documents, $deviceChanges device changes and $networks networks stands out by $factor',
  ({ factor, ...figures }) => {
    expect(conspicuousness(figures, thresholds)).toBe(factor)
  },
)
