import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { stageNames } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { linesOf } from './lines.ts'
import { parseTyped, type StoredItem } from './stored-item.ts'
import { TableDigest } from './table-digest.ts'
import type { BackupSource } from './whole-backup.ts'

// The format: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html

const Summary = v.object({
  tableArn: v.string(),
  exportTime: v.string(),
  itemCount: v.number(),
  outputFormat: v.literal('DYNAMODB_JSON', 'seul le format DYNAMODB_JSON se restaure'),
  exportType: v.optional(v.literal('FULL_EXPORT', "un export incrémental n'est pas une sauvegarde entière")),
})

const DataFile = v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() })
type DataFile = v.InferOutput<typeof DataFile>

const DataLine = v.object({ Item: v.record(v.string(), v.record(v.string(), v.unknown())) })

/**
 * An export of DynamoDB's to S3, as copied into a folder: two manifests, and the data files below `data/`.
 * @throws Error when a file is missing, cut off or altered
 */
export async function openExport(folder: string): Promise<BackupSource> {
  const summaryText = await readFile(join(folder, 'manifest-summary.json'), 'utf8')
  const summary = v.parse(v.pipe(v.string(), v.parseJson(), Summary), summaryText)
  const listText = await readFile(join(folder, 'manifest-files.json'), 'utf8')
  const files = listText
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => v.parse(v.pipe(v.string(), v.parseJson(), DataFile), line))
  const digest = new TableDigest()
  for (const file of files) await readWhole(folder, file, (item) => digest.add(item))
  if (digest.value.items !== summary.itemCount)
    throw new Error(`${digest.value.items} éléments au lieu de ${summary.itemCount}`)
  const table = summary.tableArn.slice(summary.tableArn.lastIndexOf('/') + 1)
  return {
    stage: STAGE_NAMES.find((name) => stageNames(name).table === table) ?? null,
    table,
    takenAt: summary.exportTime,
    digest: digest.value,
    accounts: null,
    fingerprint: createHash('sha256').update(summaryText).update(listText).digest('hex'),
    items: async function* () {
      for (const file of files) yield* itemsOf(pathOf(folder, file))
    },
  }
}

async function readWhole(folder: string, file: DataFile, see: (item: StoredItem) => void): Promise<void> {
  const md5 = createHash('md5')
  let items = 0
  for await (const item of itemsOf(pathOf(folder, file), (chunk) => md5.update(chunk))) {
    see(item)
    items += 1
  }
  if (items !== file.itemCount || md5.digest('base64') !== file.md5Checksum)
    throw new Error(`data/${basename(file.dataFileS3Key)} ne correspond pas à manifest-files.json`)
}

async function* itemsOf(path: string, onBytes?: (chunk: Buffer) => void): AsyncGenerator<StoredItem> {
  for await (const line of linesOf(path, onBytes)) {
    if (line !== '') yield v.parse(DataLine, parseTyped(line)).Item as unknown as StoredItem
  }
}

function pathOf(folder: string, { dataFileS3Key }: DataFile): string {
  return join(folder, 'data', basename(dataFileS3Key))
}
