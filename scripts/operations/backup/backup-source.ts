import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type End, type Line, type Origin, parseLine } from './backup-lines.ts'
import { openExport } from './dynamodb-export.ts'
import { linesOf } from './lines.ts'
import type { StoredItem } from './stored-item.ts'
import { isSameDigest, TableDigest } from './table-digest.ts'
import type { BackupSource } from './whole-backup.ts'

/** The backup is cut off, altered, or not a backup at all. */
class DamagedBackup extends Error {}

/**
 * Reads a backup through and checks it: a file of `npm run backup`, or the folder of an export that DynamoDB made to S3.
 * @throws DamagedBackup
 */
export async function openBackup(path: string): Promise<BackupSource> {
  try {
    return (await stat(path)).isDirectory() ? await openExport(path) : await openFile(path)
  } catch (error) {
    throw new DamagedBackup(`${path} n'est pas une sauvegarde complète : ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

function reasonOf(error: unknown): string {
  const { code = '', path = 'un fichier', name, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `il manque ${path}`
  if (code.startsWith('Z_')) return `ses octets sont tronqués ou altérés (${code})`
  return name === 'SyntaxError' ? "une ligne n'est pas lisible" : message
}

/** Where the checksum of a file's bytes stands, as `sha256sum -c` reads it. */
export const checksumFile = (file: string) => `${file}.sha256`

async function openFile(file: string): Promise<BackupSource> {
  const hash = createHash('sha256')
  const digest = new TableDigest()
  let origin: Origin | null = null
  let end: End | null = null
  let accounts = 0
  for await (const line of backupLines(file, (chunk) => hash.update(chunk))) {
    if (end !== null) throw new Error('elle continue après sa fin')
    if ((origin === null) !== (line.kind === 'origin')) throw new Error("elle n'a pas un seul début")
    if (line.kind === 'origin') origin = line.origin
    if (line.kind === 'item') digest.add(line.item)
    if (line.kind === 'account') accounts += 1
    if (line.kind === 'end') end = line.end
  }
  if (origin === null || end === null) throw new Error("elle s'arrête avant sa fin")
  if (!isSameDigest(end, digest.value) || (end.accounts ?? 0) !== accounts)
    throw new Error('son contenu ne correspond pas à ses comptes')
  const fingerprint = hash.digest('hex')
  const expected = await expectedFingerprint(file)
  if (expected !== null && expected !== fingerprint)
    throw new Error(`ses octets ne correspondent pas à ${basename(checksumFile(file))}`)
  return {
    stage: origin.stage,
    table: origin.table,
    takenAt: origin.startedAt,
    digest: digest.value,
    accounts: end.accounts,
    fingerprint,
    items: () => itemsOf(file),
  }
}

async function* itemsOf(file: string): AsyncGenerator<StoredItem> {
  for await (const line of backupLines(file)) if (line.kind === 'item') yield line.item
}

async function* backupLines(file: string, onBytes?: (chunk: Buffer) => void): AsyncGenerator<Line> {
  for await (const text of linesOf(file, onBytes)) yield parseLine(text)
}

/** Null without such a file: gzip's own sums and the last line still speak. */
async function expectedFingerprint(file: string): Promise<string | null> {
  const text = await readFile(checksumFile(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text && (/^[0-9a-f]{64}/.exec(text)?.[0] ?? 'unreadable')
}
