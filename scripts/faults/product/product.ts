import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openTable, type Table } from '#functions/data/client.ts'
import { ORIGIN_SECRET_HEADER } from '#functions/http/environment.ts'
import { originSecretNames, stageNames } from '#infra/names.ts'
import { loadStage } from '#infra/stages.ts'
import { Children } from '#scripts/local/children.ts'
import { Counters } from '#scripts/local/counters.ts'
import { dataFolderAt, prepareDataFolder } from '#scripts/local/data-folder.ts'
import { startDrive } from '#scripts/local/drive/server.ts'
import { endpointVariables, useEndpoints } from '#scripts/local/endpoints.ts'
import { EDGE_SIGNATURE_HEADER, functionUrlHosts } from '#scripts/local/function-url.ts'
import { LOOPBACK } from '#scripts/local/http-server.ts'
import { makeOriginSecrets, readOrMakeServiceAccount, readOrMakeSigningKeys } from '#scripts/local/keys.ts'
import { Logs } from '#scripts/local/logs.ts'
import { StartRefusal } from '#scripts/local/ports.ts'
import { RunningParts } from '#scripts/local/running-parts.ts'
import { LocalFunctions } from '#scripts/local/runtime/functions.ts'
import { startServices } from '#scripts/local/services.ts'
import { createTable, startTable } from '#scripts/local/table.ts'
import { Templates } from '#scripts/local/template/templates.ts'
import { startEmulator } from '#scripts/local/users/emulator.ts'
import { readFirewall } from '#scripts/local/users/firewall.ts'
import { Outbox } from '#scripts/local/users/outbox.ts'
import { type PoolSettings, readPool } from '#scripts/local/users/pool-settings.ts'
import { startUsers } from '#scripts/local/users/server.ts'
import { ROOT } from '#scripts/operations/cdk.ts'
import type { ApiSettings } from './api-process.ts'
import { bundleFunctions } from './bundles.ts'
import { freePorts } from './free-ports.ts'
import { type Passing, startTap, type Verdict } from './tap.ts'
import { synthesizeTemplates } from './templates.ts'

export const VICTIMS = ['table', 'api'] as const
export type Victim = (typeof VICTIMS)[number]

/** A call from a function to a service, as it passes by. */
export type PassingCall = Passing & { system: System }

/** The services that functions depend on. */
export const SYSTEMS = ['table', 'users', 'drive'] as const
export type System = (typeof SYSTEMS)[number]

type WatchCall = (call: PassingCall) => Promise<Verdict>

/** The product without its edge and its pages, on ports and data of its own. */
export type Product = {
  apiUrl: string
  /** What the edge would add to a call of the API. */
  edgeHeaders: Readonly<Record<string, string>>
  /** The document origin, called as the edge calls it: its address, and what the edge adds. */
  documents: { url: string; headers: Readonly<Record<string, string>> }
  usersUrl: string
  pool: PoolSettings
  owners: readonly string[]
  /** The table, past everything that breaks. */
  table: Table
  /** An operator's client of the accounts, past everything that breaks. */
  cognito: CognitoIdentityProviderClient
  /** Sees every call of a function to a service, and says what becomes of it. */
  watchCalls: (watch: WatchCall) => void
  /** Ends a process as a power cut does. */
  kill: (victim: Victim) => Promise<void>
  /** Starts it again on the same data. */
  revive: (victim: Victim) => Promise<void>
  /** Runs the daily reconciliation. @throws Error when it fails */
  reconcile: () => Promise<void>
  /** Ends every process that was started, and removes the data. */
  stop: () => Promise<void>
}

/** @throws StartRefusal with the reason when a part does not start; nothing stays running then */
export async function startProduct(): Promise<Product> {
  const running = new RunningParts()
  try {
    return await start(running)
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function start(running: RunningParts): Promise<Product> {
  const root = mkdtempSync(join(tmpdir(), 'faults-'))
  const removeData = () => rmSync(root, { recursive: true, force: true })
  // Also when the run is interrupted; the processes end by themselves then.
  process.once('exit', removeData)
  running.atStop(() => {
    process.off('exit', removeData)
    removeData()
  })
  const folder = dataFolderAt(root)
  prepareDataFolder(folder, true)
  const logs = new Logs(folder.logsFolder)
  running.atStop(() => logs.close())
  const stage = loadStage('local', {})
  const { region } = stage
  const names = stageNames(stage.name)
  const ports = await freePorts()

  // Functions reach every service through a tap.
  let watch: WatchCall = () => Promise.resolve('pass')
  const tapOf = async (system: System, port: number) => {
    const tap = await startTap(port, (passing) => watch({ ...passing, system }))
    running.addServer(`tap of ${system}`, tap)
    return tap.port
  }
  const taps = {
    table: await tapOf('table', ports.table),
    users: await tapOf('users', ports.users),
    drive: await tapOf('drive', ports.drive),
  }
  const driveUrl = `http://${LOOPBACK}:${taps.drive}`
  synthesizeTemplates(folder.cdkOut, stage, driveUrl)
  const bundles = await bundleFunctions(join(root, 'bundles'))
  const secrets = makeOriginSecrets(stage)
  const templates = new Templates(folder.cdkOut, { region, signingPublicKeys: {}, secrets })
  const pool = readPool(templates, region)
  const counters = new Counters()

  const children = new Children()
  running.atStop(() => children.close())
  const account = readOrMakeServiceAccount(folder.keysFolder, `${driveUrl}/token`)
  const drive = { port: ports.drive, account, videoPath: folder.videoFile, counters }
  running.addServer('drive', await startDrive(drive))
  const held = {
    ...Object.fromEntries(
      readOrMakeSigningKeys(folder.keysFolder).map(({ slot, privateKey }) => [
        names.secrets.signingKeys[slot],
        privateKey,
      ]),
    ),
    [names.secrets.driveCredentials]: JSON.stringify(account),
  }
  const services = { port: ports.services, region, secrets: held, templates, invalidate: () => {}, counters }
  running.addServer('services', await startServices(services))
  const table = await startTable(children, {
    port: ports.table,
    file: folder.tableFile,
    log: logs.of('table'),
  })
  const tableChild = table.child
  if (!tableChild) throw new StartRefusal('DYNAMODB_ENDPOINT names a server that cannot be killed: unset it')
  await startEmulator(children, {
    port: ports.usersEmulator,
    folder: folder.usersFolder,
    invokeEndpoint: `http://${LOOPBACK}:${ports.users}`,
    pool,
    log: logs.of('users-emulator'),
  })
  const endpoints = endpointVariables(ports, table.endpoint)
  useEndpoints(endpoints, region)
  const creator = new DynamoDBClient({})
  await createTable(templates, creator)
  creator.destroy()

  const tapped = endpointVariables({ ...ports, users: taps.users }, `http://${LOOPBACK}:${taps.table}`)
  // The account service calls its triggers, and the scheduler the reconciliation, whatever becomes of the API.
  const log = (name: string, line: string) => logs.write(name, line)
  const functions = new LocalFunctions({ templates, region, endpoints: tapped, log, bundles })
  running.atStop(() => functions.close())
  const users = await startUsers({
    port: ports.users,
    emulatorUrl: `http://${LOOPBACK}:${ports.usersEmulator}`,
    folder: folder.usersFolder,
    pool,
    rules: readFirewall(templates),
    functions: () => functions,
    outbox: new Outbox(),
    counters,
  })
  running.addServer('users', users)

  const edgeSecret = randomBytes(24).toString('base64url')
  const settings: ApiSettings = {
    cdkOut: folder.cdkOut,
    region,
    secrets,
    port: ports.gateway,
    functionUrlPort: ports.functionUrl,
    edgeSecret,
    endpoints: tapped,
    bundles: [...bundles],
  }
  const api = await children.start({
    name: 'API',
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./api-process.ts', import.meta.url)),
      JSON.stringify(settings),
    ],
    cwd: ROOT,
    port: ports.gateway,
    log: logs.of('api'),
  })

  const victims = { table: tableChild, api }
  const opened = openTable(names.table)
  const cognito = new CognitoIdentityProviderClient({})
  running.atStop(() => {
    opened.client.destroy()
    cognito.destroy()
  })
  return {
    apiUrl: `http://${LOOPBACK}:${ports.gateway}`,
    edgeHeaders: { [ORIGIN_SECRET_HEADER]: secrets[originSecretNames(stage).sent] ?? '' },
    documents: {
      url: `http://${LOOPBACK}:${ports.functionUrl}`,
      headers: { host: functionUrlHosts(templates)[0] ?? '', [EDGE_SIGNATURE_HEADER]: edgeSecret },
    },
    usersUrl: `http://${LOOPBACK}:${ports.users}`,
    pool,
    owners: stage.owners,
    table: opened,
    cognito,
    watchCalls: (next) => {
      watch = next
    },
    kill: (victim) => victims[victim].kill(),
    revive: (victim) => victims[victim].start(),
    reconcile: async () => {
      const outcome = await functions.get(names.function('reconcile-accounts')).invoke({})
      if (outcome.kind === 'failed')
        throw new Error(`The reconciliation failed: ${outcome.error.errorMessage}`)
    },
    stop: () => running.stop(),
  }
}
