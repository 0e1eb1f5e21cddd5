import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openBackup } from './backup-file.ts'
import type { StoredItem } from './stored-item.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const items: StoredItem[] = [
  { pk: { S: 'a' }, sk: { S: '1' }, n: { N: '8.5' }, set: { NS: ['1', '2'] } },
  { pk: { S: 'b\u2028' }, sk: { S: '2' }, bytes: { B: new Uint8Array([1, 2]) } },
  { pk: { S: 'c' }, sk: { S: '3' }, none: { NULL: true } },
]
const lines = [
  '{"Item":{"pk":{"S":"a"},"sk":{"S":"1"},"n":{"N":"8.5"},"set":{"NS":["1","2"]}}}',
  '{"Item":{"pk":{"S":"b\u2028"},"sk":{"S":"2"},"bytes":{"B":"AQI="}}}',
  '{"Item":{"pk":{"S":"c"},"sk":{"S":"3"},"none":{"NULL":true}}}',
]

/**
 * Writes an export as AWS documents it: two manifests, data files named by their keys in the bucket, one of them empty.
 */
function writeExport(changes: { summary?: object; data?: string[] } = {}): void {
  const id = 'AWSDynamoDB/01693685827463-2d8752fd'
  const files = [lines.slice(0, 2), lines.slice(2), []].map((part, index) => {
    const bytes = gzipSync(part.map((line) => `${line}\n`).join(''))
    const key = `${id}/data/q${index}.json.gz`
    const md5 = createHash('md5').update(bytes).digest('base64')
    return { part, bytes, key, md5 }
  })
  mkdirSync(join(folder, 'data'))
  for (const [index, { bytes }] of files.entries())
    writeFileSync(
      join(folder, 'data', `q${index}.json.gz`),
      index === 0 && changes.data ? gzipSync(changes.data.join('\n')) : bytes,
    )
  const summary = {
    version: '2020-06-30',
    exportArn: 'arn:aws:dynamodb:eu-west-3:123456789012:table/revision-prod/export/01693685827463-2d8752fd',
    startTime: '2026-03-01T03:30:01.000Z',
    endTime: '2026-03-01T03:36:00.000Z',
    tableArn: 'arn:aws:dynamodb:eu-west-3:123456789012:table/revision-prod',
    exportTime: '2026-03-01T03:30:00.000Z',
    s3Bucket: 'a-bucket',
    s3Prefix: null,
    manifestFilesS3Key: `${id}/manifest-files.json`,
    billedSizeBytes: 0,
    itemCount: lines.length,
    outputFormat: 'DYNAMODB_JSON',
    exportType: 'FULL_EXPORT',
    ...changes.summary,
  }
  writeFileSync(join(folder, 'manifest-summary.json'), JSON.stringify(summary))
  writeFileSync(
    join(folder, 'manifest-files.json'),
    files
      .map(({ part, md5, key }) =>
        JSON.stringify({ itemCount: part.length, md5Checksum: md5, etag: 'x-1', dataFileS3Key: key }),
      )
      .join('\n'),
  )
}

test('reads an export that DynamoDB made to S3 as a backup of its stage', async () => {
  writeExport()
  const backup = await openBackup(folder)
  expect(backup).toMatchObject({
    stage: 'prod',
    table: 'revision-prod',
    takenAt: '2026-03-01T03:30:00.000Z',
    digest: { items: 3 },
  })
  const read: StoredItem[] = []
  for await (const item of backup.items()) read.push(item)
  expect(read).toEqual(items)
})

test.each([
  { what: 'of other items', changes: { data: lines.slice(1) }, says: 'data/q0.json.gz' },
  { what: 'with an item too few', changes: { data: lines.slice(0, 1) }, says: 'data/q0.json.gz' },
  {
    what: 'that counts another number',
    changes: { summary: { itemCount: 4 } },
    says: '3 éléments au lieu de 4',
  },
  {
    what: 'of changes only',
    changes: { summary: { exportType: 'INCREMENTAL_EXPORT' } },
    says: 'incrémental',
  },
  { what: 'in Ion', changes: { summary: { outputFormat: 'ION' } }, says: 'DYNAMODB_JSON' },
])('refuses an export $what', async ({ changes, says }) => {
  writeExport(changes)
  await expect(openBackup(folder)).rejects.toThrow(says)
})
