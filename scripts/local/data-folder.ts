import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { digestOfSources, WITH_KEPT_BUILDS } from '#infra/kept-build.ts'
import { originSecretNames, signUpKeyNames } from '#infra/names.ts'
import { runApp, WITHOUT_VALIDATION } from '#infra/run-app.ts'
import { KEY_SLOTS } from '#infra/signing-keys.ts'
import type { Stage } from '#infra/stages.ts'
import { StartRefusal } from './options.ts'

/** Raised with every change of what is stored that an earlier version cannot have written. */
const FORMAT_NUMBER = 3

/** A change of keys or indexes changes the format by itself. */
const DATA_FORMAT = `${FORMAT_NUMBER}-${createHash('sha256').update(JSON.stringify(tableShape)).digest('hex').slice(0, 12)}`

export type DataFolder = ReturnType<typeof dataFolderAt>

export function dataFolderAt(path: string) {
  const root = resolve(path)
  return {
    root,
    /** The synthesised CDK app, which a reset keeps. */
    cdkOut: join(root, 'cdk.out'),
    tableFile: join(root, 'table', 'table.db'),
    accountsFile: join(root, 'users', 'accounts.jsonl'),
    siteFolder: join(root, 'site'),
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
 * Removes logs at every start; accounts and table on a reset, and when the first start broke off before the demo
 * content was whole.
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

export function createLog({ logsFolder }: DataFolder): (part: string, line: string) => void {
  return (part, line) => appendFileSync(join(logsFolder, `${part}.log`), `${line.trimEnd()}\n`)
}

export function markSeeded(folder: DataFolder): void {
  writeFileSync(folder.seededMark, DATA_FORMAT)
}

/**
 * The lock is a local socket, which the system closes with the process. @returns the function that unlocks
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

type SigningKeyPair = { slot: (typeof KEY_SLOTS)[number]; privateKey: string; publicKey: string }

export function readSigningKeyPairs(folder: string): SigningKeyPair[] {
  return KEY_SLOTS.map((slot) => {
    const privateKey = readPrivateKey(folder, `signing-key-${slot.toLowerCase()}`)
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
    return { slot, privateKey, publicKey }
  })
}

export function createGeneratedSecrets(stage: Stage): Record<string, string> {
  const names = [...originSecretNames(stage).trusted, ...signUpKeyNames(stage).trusted]
  return Object.fromEntries(names.map((name) => [name, randomBytes(36).toString('base64url')]))
}

/** Makes the key (PEM) at the first time. */
export function readPrivateKey(folder: string, name: string): string {
  const path = join(folder, `${name}.pem`)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  mkdirSync(folder, { recursive: true })
  const pem = createPrivateKeyPem()
  writeFileSync(path, pem, { mode: 0o600 })
  return pem
}

export function createPrivateKeyPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

type SynthOptions = { cdkOut: string; environment: Record<string, string>; log: (line: string) => void }

/**
 * Unless the last synthesis had the same files. @returns whether it was made
 * @throws StartRefusal with the app's own words
 */
export async function synthesize({ cdkOut, environment, log }: SynthOptions): Promise<boolean> {
  const mark = join(cdkOut, 'inputs.sha256')
  const inputs = digestOfSources(environment)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === inputs) return false
  rmSync(cdkOut, { recursive: true, force: true })
  const output = await runApp({
    stage: 'local',
    output: cdkOut,
    environment: { ...environment, ...WITHOUT_VALIDATION, ...WITH_KEPT_BUILDS },
    log,
  })
  if (output !== null) throw new StartRefusal(`La synthèse CDK a échoué :\n${output}`)
  writeFileSync(mark, inputs)
  return true
}
