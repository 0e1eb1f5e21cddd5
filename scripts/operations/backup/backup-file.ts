import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import * as v from 'valibot'
import { stageNames } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { formatCount } from '../terminal.ts'
import { parseTyped, type StoredItem } from './stored-table.ts'
import { type Digest, isSameDigest, TableDigest } from './table-digest.ts'

// A backup is a gzip file of lines: a header, the items as in DynamoDB's exports, and an end with their checksum.

export type Backup = {
  stage: string | null
  table: string
  /** Earlier writes are in the backup. */
  takenAt: string
  digest: Digest
  /** From the beginning, always in the same order. */
  items(): AsyncIterable<StoredItem>
}

const FORMAT = 1

const BackupOrigin = v.object({
  format: v.literal(FORMAT, "elle est d'une autre version de ce programme"),
  stage: v.string(),
  table: v.string(),
  startedAt: v.string(),
})
type BackupOrigin = Omit<v.InferOutput<typeof BackupOrigin>, 'format'>

const End = v.object({ items: v.number(), checksum: v.string() })

const Line = v.union([
  v.strictObject({ Item: v.record(v.string(), v.record(v.string(), v.unknown())) }),
  v.strictObject({ Backup: BackupOrigin }),
  v.strictObject({ End }),
])

export const formatOrigin = (origin: BackupOrigin) =>
  JSON.stringify({ Backup: { format: FORMAT, ...origin } })
export const formatEnd = (digest: Digest) => JSON.stringify({ End: digest })

export function formatBackup(title: string, path: string, { table, takenAt, digest }: Backup): string {
  return `${title} : ${path}
  table     ${table}, état du ${takenAt}
  éléments  ${formatCount(digest.items)}
  somme     ${digest.checksum}`
}

/** A gzip member of their own, since members may follow each other in a file. */
export async function compressLines(lines: readonly string[]): Promise<Buffer> {
  return promisify(gzip)(`${lines.join('\n')}\n`)
}

/**
 * A file of `npm run backup`, or the folder of an export to S3. @throws Error when it is cut off, altered, or no backup
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

async function openBackupFile(file: string): Promise<Backup> {
  const digest = new TableDigest()
  let origin: BackupOrigin | null = null
  let end: Digest | null = null
  for await (const text of readLines(file)) {
    const line = v.parse(Line, parseTyped(text))
    if (end !== null) throw new Error('elle continue après sa fin')
    if ((origin === null) !== 'Backup' in line) throw new Error("elle n'a pas un seul début")
    if ('Backup' in line) origin = line.Backup
    if ('Item' in line) digest.add(line.Item as unknown as StoredItem)
    if ('End' in line) end = line.End
  }
  if (origin === null || end === null) throw new Error("elle s'arrête avant sa fin")
  if (!isSameDigest(end, digest.value)) throw new Error('son contenu ne correspond pas à sa somme')
  const { stage, table, startedAt } = origin
  return { stage, table, takenAt: startedAt, digest: digest.value, items: () => readBackupItems(file) }
}

async function* readBackupItems(file: string): AsyncGenerator<StoredItem> {
  for await (const text of readLines(file))
    if (text.startsWith('{"Item":')) yield (parseTyped(text) as { Item: StoredItem }).Item
}

/** In constant memory. Node's own reader would also split at U+2028, which texts may contain. */
async function* readLines(file: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  pipeline(createReadStream(file), text, () => undefined)
  let rest = ''
  for await (const chunk of text as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n')
    const last = others.pop()
    if (last === undefined) rest += first
    else {
      yield rest + first
      yield* others
      rest = last
    }
  }
  if (rest !== '') yield rest
}

// The format of exports: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html

const Summary = v.object({
  tableArn: v.string(),
  exportTime: v.string(),
  itemCount: v.number(),
  outputFormat: v.literal('DYNAMODB_JSON', 'seul le format DYNAMODB_JSON se restaure'),
  exportType: v.optional(v.literal('FULL_EXPORT', "un export incrémental n'est pas une sauvegarde entière")),
})

const DataFile = v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() })

/** Two manifests, and the data files below `data/`. @throws Error when a file is missing, cut off or altered */
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
    const md5 = await readAll(createReadStream(path).pipe(createHash('md5', { encoding: 'base64' })))
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
