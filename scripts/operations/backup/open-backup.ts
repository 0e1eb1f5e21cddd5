import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { stageNames } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { type Backup, openBackupFile, readBackupItems } from './backup-file.ts'
import { TableDigest } from './table-digest.ts'

/**
 * Reads and checks a backup: a file of `npm run backup`, or the folder of an export that DynamoDB made to S3.
 * @throws Error when it is cut off, altered, or not a backup
 */
export async function openBackup(path: string): Promise<Backup> {
  try {
    return (await stat(path)).isDirectory() ? await openExport(path) : await openBackupFile(path)
  } catch (error) {
    throw new Error(`${path} n'est pas une sauvegarde complète : ${failureReason(error)}`, { cause: error })
  }
}

function failureReason(error: unknown): string {
  const { code = '', path = 'un fichier', name, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `il manque ${path}`
  if (code.startsWith('Z_')) return `ses octets sont tronqués ou altérés (${code})`
  return name === 'SyntaxError' ? "une ligne n'est pas lisible" : message
}

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
 * Reads an export to S3, copied into a folder: two manifests, and the data files below `data/`.
 * @throws Error when a file is missing, cut off or altered
 */
async function openExport(folder: string): Promise<Backup> {
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const summary = v.parse(Summary, JSON.parse(await read('manifest-summary.json')))
  const files = (await read('manifest-files.json'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => v.parse(DataFile, JSON.parse(line)))
    .map((file) => ({ ...file, path: join(folder, 'data', basename(file.dataFileS3Key)) }))
  const digest = new TableDigest()
  for (const { path, itemCount, md5Checksum } of files) {
    const { items: before } = digest.value
    for await (const item of readBackupItems(path)) digest.add(item)
    const md5 = await text(createReadStream(path).pipe(createHash('md5', { encoding: 'base64' })))
    if (digest.value.items - before !== itemCount || md5 !== md5Checksum)
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
      for (const { path } of files) yield* readBackupItems(path)
    },
  }
}
