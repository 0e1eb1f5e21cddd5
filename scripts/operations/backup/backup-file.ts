import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import * as v from 'valibot'
import { formatCount } from '../terminal.ts'
import { parseTyped, type StoredItem } from './stored-item.ts'
import { type Digest, isSameDigest, TableDigest } from './table-digest.ts'

// A backup is a gzip file of lines: a header, the items in the form of DynamoDB's exports, and an end with their
// checksum.

/** A complete backup. */
export type Backup = {
  /** Its stage; null: unknown. */
  stage: string | null
  table: string
  /** ISO 8601; earlier writes are in the backup. */
  takenAt: string
  digest: Digest
  /** Reads the items from the beginning, always in the same order. */
  items(): AsyncIterable<StoredItem>
}

const FORMAT = 1

const BackupOrigin = v.object({
  format: v.literal(FORMAT, "elle est d'une autre version de ce programme"),
  stage: v.string(),
  table: v.string(),
  startedAt: v.string(),
})
export type BackupOrigin = Omit<v.InferOutput<typeof BackupOrigin>, 'format'>

const End = v.object({ items: v.number(), checksum: v.string() })

const Line = v.union([
  v.strictObject({ Item: v.record(v.string(), v.record(v.string(), v.unknown())) }),
  v.strictObject({ Backup: BackupOrigin }),
  v.strictObject({ End }),
])

export const formatOrigin = (origin: BackupOrigin) =>
  JSON.stringify({ Backup: { format: FORMAT, ...origin } })
export const formatEnd = (digest: Digest) => JSON.stringify({ End: digest })

/** Describes a backup for operators. */
export function formatBackup(title: string, path: string, { table, takenAt, digest }: Backup): string {
  return `${title} : ${path}
  table     ${table}, état du ${takenAt}
  éléments  ${formatCount(digest.items)}
  somme     ${digest.checksum}`
}

/** Compresses lines as a gzip member of their own, since members may follow each other in a file. */
export async function compressLines(lines: readonly string[]): Promise<Buffer> {
  return promisify(gzip)(`${lines.join('\n')}\n`)
}

/** Reads and checks a file of `npm run backup`. @throws Error when it is cut off, altered, or not a backup */
export async function openBackupFile(file: string): Promise<Backup> {
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

/** Reads the items of a gzip file with a line for each, and skips other lines. */
export async function* readBackupItems(file: string): AsyncGenerator<StoredItem> {
  for await (const text of readLines(file))
    if (text.startsWith('{"Item":')) yield (parseTyped(text) as { Item: StoredItem }).Item
}

/**
 * Reads the lines of a gzip file in constant memory. Node's own reader would also split at U+2028, which texts may
 * contain.
 */
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
