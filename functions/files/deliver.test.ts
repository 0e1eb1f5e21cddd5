import { documentOfResource } from '#shared/domain/documents/document.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { filePath, parseFilePath } from '../delivery/file-path.ts'
import { resourceFixture } from '../test-support/content.ts'
import { deliver } from './deliver.ts'

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
