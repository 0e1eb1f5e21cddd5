import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { StartRefusal } from './ports.ts'

export const DEFAULT_DATA_DIR = '.local'

/** Raised with every change of what is stored that an earlier version cannot have written. */
const FORMAT_NUMBER = 2

/** A change of keys or indexes changes the format by itself. */
const DATA_FORMAT = `${FORMAT_NUMBER}-${createHash('sha256').update(JSON.stringify(tableShape)).digest('hex').slice(0, 12)}`

export type DataFolder = ReturnType<typeof dataFolderAt>

/** Paths of everything that the local mode stores. */
export function dataFolderAt(path: string) {
  const root = resolve(path)
  return {
    root,
    /** The synthesised CDK app, which a reset keeps. */
    cdkOut: join(root, 'cdk.out'),
    tableFile: join(root, 'table', 'table.db'),
    accountsFile: join(root, 'users', 'accounts.jsonl'),
    /** The published pages. */
    siteFolder: join(root, 'site'),
    /** The pictures of receipts. */
    receiptsFolder: join(root, 'receipts'),
    /** The pictures of a person's own documents; those of the demo are shared by all starts. */
    pagesFolder: join(root, 'pages'),
    keysFolder: join(root, 'keys'),
    logsFolder: join(root, 'logs'),
    /** Written once the demo content is complete; holds the format of the stored data. */
    seededMark: join(root, 'seeded'),
  }
}

/**
 * Readies the folder. Logs are removed at every start; accounts and table on a reset, and when the first start broke
 * off before the demo content was whole.
 * @returns whether the demo content is there already
 * @throws StartRefusal when another version of the project wrote the data
 */
export function prepareDataFolder(folder: DataFolder, reset: boolean): { isSeeded: boolean } {
  const isSeeded = existsSync(folder.seededMark) && !reset
  if (isSeeded && readFileSync(folder.seededMark, 'utf8') !== DATA_FORMAT)
    throw new StartRefusal(
      `Les données locales (${folder.root}) ont été créées par une autre version du projet, qui les range autrement. ` +
        'Recommencez avec des données neuves : npm start -- --reset',
    )
  const stored = [
    dirname(folder.tableFile),
    dirname(folder.accountsFile),
    folder.siteFolder,
    folder.receiptsFolder,
    folder.pagesFolder,
  ]
  const stale = [folder.logsFolder, ...(isSeeded ? [] : [folder.seededMark, ...stored])]
  for (const path of stale) rmSync(path, { recursive: true, force: true })
  for (const path of [...stored, folder.keysFolder, folder.logsFolder]) mkdirSync(path, { recursive: true })
  // The folder is ignored by git under any name.
  writeFileSync(join(folder.root, '.gitignore'), '*\n')
  return { isSeeded }
}

/** Writes the log lines of each part into a file of its own. */
export function createLog({ logsFolder }: DataFolder): (part: string, line: string) => void {
  return (part, line) => appendFileSync(join(logsFolder, `${part}.log`), `${line.trimEnd()}\n`)
}

export function markSeeded(folder: DataFolder): void {
  writeFileSync(folder.seededMark, DATA_FORMAT)
}

/**
 * Locks a data folder, since two programs would spoil its files. The lock is a local socket, which the system closes
 * with the process.
 * @param port shown to a second start
 * @returns the function that unlocks
 * @throws StartRefusal while another start uses the folder
 */
export async function lockFolder(folder: string, port: number): Promise<() => void> {
  const path = socketPath(resolve(folder))
  const holder = await readHolder(path)
  if (holder !== null)
    throw new StartRefusal(
      `Le dossier de données ${folder} est déjà utilisé par un autre démarrage (${holder}). ` +
        'Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR.',
    )
  // Removes the socket file of a killed process.
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.end(`processus ${process.pid}, http://localhost:${port}`))
  server.listen(path).unref()
  await once(server, 'listening')
  return () => server.close()
}

/** A socket's path may have 103 bytes on macOS, so it does not contain the folder's name. */
function socketPath(folder: string): string {
  const name = `revision-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

async function readHolder(path: string): Promise<string | null> {
  try {
    return await text(connect(path))
  } catch {
    return null
  }
}
