import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { stageNames } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { type Backup, readItems } from './backup-file.ts'
import { TableDigest } from './table-digest.ts'

// The format: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html

const Summary = v.object({
  tableArn: v.string(),
  exportTime: v.string(),
  itemCount: v.number(),
  outputFormat: v.literal('DYNAMODB_JSON', 'seul le format DYNAMODB_JSON se restaure'),
  exportType: v.optional(v.literal('FULL_EXPORT', "un export incrémental n'est pas une sauvegarde entière")),
})

const DataFile = v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() })

/**
 * An export that DynamoDB made to S3, copied into a folder: two manifests, and the data files below `data/`.
 * @throws Error when a file is missing, cut off or altered
 */
export async function openExport(folder: string): Promise<Backup> {
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const summary = v.parse(Summary, JSON.parse(await read('manifest-summary.json')))
  const files = (await read('manifest-files.json'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => v.parse(DataFile, JSON.parse(line)))
    .map((file) => ({ ...file, path: join(folder, 'data', basename(file.dataFileS3Key)) }))
  const digest = new TableDigest()
  for (const { path, itemCount, md5Checksum } of files) {
    const md5 = createHash('md5')
    const { items: before } = digest.value
    for await (const item of readItems(path, (chunk) => md5.update(chunk))) digest.add(item)
    if (digest.value.items - before !== itemCount || md5.digest('base64') !== md5Checksum)
      throw new Error(`data/${basename(path)} ne correspond pas à manifest-files.json`)
  }
  if (digest.value.items !== summary.itemCount)
    throw new Error(`${digest.value.items} éléments au lieu de ${summary.itemCount}`)
  const table = summary.tableArn.slice(summary.tableArn.lastIndexOf('/') + 1)
  return {
    stage: STAGE_NAMES.find((name) => stageNames(name).table === table) ?? null,
    table,
    takenAt: summary.exportTime,
    digest: digest.value,
    items: async function* () {
      for (const { path } of files) yield* readItems(path)
    },
  }
}
