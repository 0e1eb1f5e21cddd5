import * as fc from 'fast-check'
import { documentOfResource } from '#shared/domain/documents/document.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { filePath, parseFilePath } from '../delivery/file-path.ts'
import { resourceFixture } from '../test-support/content.ts'
import { deliver, MAX_PART_BYTES, upstreamRange } from './deliver.ts'

const file = { kind: 'drive', fileId: SAMPLE_DRIVE_ID, resourceKey: '0-abc' } as const
const document = documentOfResource(resourceFixture({ file }))

test.each([
  ['inline', `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/preview?resourcekey=0-abc`],
  ['attachment', `https://drive.google.com/uc?export=download&id=${SAMPLE_DRIVE_ID}&resourcekey=0-abc`],
] as const)('redirects the %s link to Drive in embed mode, uncached', async (use, location) => {
  const path = filePath({
    documentId: document.id,
    version: document.version,
    use,
    fileName: document.fileName,
  })
  const request = { method: 'GET', path, requestId: 'r', range: undefined, ifRange: undefined }
  const deps = { documents: { find: () => Promise.resolve(document) }, drive: null }
  const headers = { location, 'cache-control': 'no-store' }
  expect(await deliver(deps, request)).toEqual({ statusCode: 302, headers, body: null })
})

test('parses the paths that it builds, and rejects others', () => {
  const parts = { documentId: 'a-1', version: 'v', use: 'inline', fileName: 'A-1.pdf' } as const
  expect(parseFilePath(filePath(parts))).toEqual(parts)
  for (const path of [
    '/',
    '/files/a/v/inline/',
    '/files//v/inline/x.pdf',
    '/files/a%2Fb/v/inline/x',
    '/x/a/v/inline/x',
  ])
    expect(parseFilePath(path)).toBeNull()
})

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
