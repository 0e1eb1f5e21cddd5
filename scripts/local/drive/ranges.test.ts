import { parseRange } from './ranges.ts'

const file = { size: 1000, etag: '"v1"', lastModified: 'Wed, 01 Jan 2025 00:00:00 GMT' }

test.each([
  { range: undefined, answer: { kind: 'whole' } },
  { range: 'bytes=0-99', answer: { kind: 'part', start: 0, end: 99 } },
  { range: 'bytes=900-', answer: { kind: 'part', start: 900, end: 999 } },
  { range: 'bytes=900-5000', answer: { kind: 'part', start: 900, end: 999 } },
  { range: 'bytes=-100', answer: { kind: 'part', start: 900, end: 999 } },
  { range: 'bytes=-5000', answer: { kind: 'part', start: 0, end: 999 } },
  { range: 'bytes=1000-', answer: { kind: 'unsatisfiable' } },
  { range: 'bytes=-0', answer: { kind: 'unsatisfiable' } },
  { range: 'bytes=5-4', answer: { kind: 'whole' } },
  { range: 'bytes=0-1,5-6', answer: { kind: 'whole' } },
  { range: 'lines=0-1', answer: { kind: 'whole' } },
])('$range of 1000 bytes', ({ range, answer }) => {
  expect(parseRange(range, undefined, file)).toEqual(answer)
})

test.each([
  { ifRange: '"v1"', kind: 'part' },
  { ifRange: file.lastModified, kind: 'part' },
  { ifRange: '"v0"', kind: 'whole' },
])('If-Range $ifRange gives the $kind', ({ ifRange, kind }) => {
  expect(parseRange('bytes=0-99', ifRange, file).kind).toBe(kind)
})
