import * as fc from 'fast-check'
import { RUNS } from '#shared/test-support/runs.ts'
import { MAX_PART_BYTES, upstreamRange } from './byte-range.ts'

test.each([
  { header: undefined, asked: null },
  { header: 'bytes=0-0', asked: 'bytes=0-0' },
  { header: 'BYTES=5-9', asked: 'bytes=5-9' },
  { header: 'bytes=0-', asked: `bytes=0-${MAX_PART_BYTES - 1}` },
  { header: 'bytes=0-99999999999', asked: `bytes=0-${MAX_PART_BYTES - 1}` },
  { header: `bytes=7-${MAX_PART_BYTES + 7}`, asked: `bytes=7-${MAX_PART_BYTES + 6}` },
  { header: 'bytes=-500', asked: 'bytes=-500' },
  { header: 'bytes=9-5', asked: null },
  { header: 'bytes=-', asked: null },
  { header: 'bytes=0-1,5-9', asked: null },
  { header: 'bytes=a-b', asked: null },
  { header: 'items=0-9', asked: null },
  { header: 'bytes=0-9\r\nx: y', asked: null },
  { header: 'bytes=9999999999999999-', asked: null },
])("requests '$asked' for '$header'", ({ header, asked }) => {
  expect(upstreamRange(header)).toBe(asked)
})

test('requests one plain range or the whole file for any header', () => {
  const noise = fc.oneof(
    fc.string(),
    fc.stringMatching(/^bytes=[\d, -]{0,20}$/),
    fc.uint16Array().map((codes) => `bytes=${String.fromCharCode(...codes)}`),
  )
  fc.assert(
    fc.property(noise, (header) => {
      const asked = upstreamRange(header)
      expect(asked === null || /^bytes=(?:\d+-\d+|-\d+)$/.test(asked)).toBe(true)
    }),
    RUNS,
  )
})
