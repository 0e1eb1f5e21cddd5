import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Child, Children } from '../children.ts'
import { LOOPBACK } from '../http-server.ts'
import type { PoolSettings } from './pool-settings.ts'

export type EmulatorOptions = {
  port: number
  /** Its working folder; accounts are kept in `.cognito` below it. */
  folder: string
  /** Where its triggers call functions. */
  invokeEndpoint: string
  pool: PoolSettings
  log: (line: string) => void
}

/** Starts cognito-local with the template's pool and client, so that ids and issuer look like the service's own. */
export async function startEmulator(children: Children, options: EmulatorOptions): Promise<Child> {
  seed(options)
  return children.start({
    name: "L'émulateur des comptes",
    command: process.execPath,
    args: [createRequire(import.meta.url).resolve('cognito-local/lib/bin/start.js')],
    cwd: options.folder,
    env: { PORT: String(options.port), HOST: LOOPBACK },
    port: options.port,
    log: (line) => {
      if (!isMail(line)) options.log(line.replace(/[^\s"']+@[^\s"']+/g, '…@…'))
    },
  })
}

/** The emulator prints every mail in a frame, address and code; /__local/outbox shows them to who runs the local mode. */
function isMail(line: string): boolean {
  return /[╭│╰]/.test(line)
}

/** The file that the emulator keeps its accounts in. */
export function poolPath(folder: string, { userPoolId }: PoolSettings): string {
  return join(folder, '.cognito/db', `${userPoolId}.json`)
}

function seed({ folder, pool, invokeEndpoint }: EmulatorOptions): void {
  const { userPoolId, clientId, region } = pool
  mkdirSync(join(folder, '.cognito/db'), { recursive: true })
  writeJson(join(folder, '.cognito/config.json'), {
    LambdaClient: {
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      endpoint: invokeEndpoint,
      region,
    },
    // The names that stand in the service's own error messages; the endpoint finds the functions.
    TriggerFunctions: Object.fromEntries(
      ['PreSignUp', 'PostConfirmation'].flatMap((name) => (pool.triggers[name] ? [[name, name]] : [])),
    ),
    UserPoolDefaults: { UsernameAttributes: ['email'], MfaConfiguration: pool.mfa },
    TokenConfig: { IssuerDomain: `https://cognito-idp.${region}.amazonaws.com` },
  })
  const made = '2025-01-01T00:00:00.000Z'
  writeJson(join(folder, '.cognito/db/clients.json'), {
    Clients: {
      [clientId]: {
        ...pool.client,
        ClientId: clientId,
        UserPoolId: userPoolId,
        CreationDate: made,
        LastModifiedDate: made,
      },
    },
  })
  keepReadable(poolPath(folder, pool))
}

/** The emulator writes its file in place: one that was cut short by a crash is put back from the last good start. */
function keepReadable(path: string): void {
  const backup = `${path}.bak`
  if (!existsSync(path)) return writeJson(path, { Users: {} })
  if (isJson(path)) return copyFileSync(path, backup)
  if (existsSync(backup)) copyFileSync(backup, path)
  else writeJson(path, { Users: {} })
  console.error('Le fichier des comptes locaux était abîmé ; la dernière copie valable a été reprise.')
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return true
  } catch {
    return false
  }
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value, null, 2))
}
