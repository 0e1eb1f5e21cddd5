import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PackedLastRead, packLastRead } from './last-read.ts'

const readAt = '2026-03-01T07:59:30.000Z'

test.each([
  { id: 'bac-SVT-2023-Rattrapage-correction', page: 12, exercise: 3 },
  { id: 'bac-SM-2009-Normale', page: 1, exercise: null },
  { id: 'bac-PC-2023-Normale-video', page: null, exercise: null },
  { id: '0b0e7a52-5a3c-8d55-9c1e-6f1d2a3b4c5d', page: 9_999, exercise: 12 },
  { id: '00000000-0000-8000-8000-000000000000', page: 2, exercise: null },
  { id: 'sample-resource', page: 3, exercise: null },
  { id: 'SM202301', page: 3, exercise: null },
])('$id at page $page is the same after it was packed', (read) => {
  const packed = packLastRead({ ...read, readAt })
  expect(v.parse(PackedLastRead, packed)).toEqual({ ...read, readAt })
  expect(packed.length).toBeLessThanOrEqual(38)
})
