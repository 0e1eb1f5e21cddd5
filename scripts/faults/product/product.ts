import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { openTable, type Table } from '#functions/data/client.ts'
import { ORIGIN_SECRET_HEADER } from '#functions/http/environment.ts'
import { originSecretNames, stageNames } from '#infra/names.ts'
import { loadStage } from '#infra/stages.ts'
import { Child } from '#scripts/local/child.ts'
import { dataFolderAt, prepareDataFolder } from '#scripts/local/data-folder.ts'
import { demoFiles } from '#scripts/local/demo/files.ts'
import { startDrive } from '#scripts/local/drive/server.ts'
import { createServiceAccount } from '#scripts/local/drive/service-account.ts'
import { endpointVariables, useEndpoints } from '#scripts/local/endpoints.ts'
import { EDGE_SIGNATURE_HEADER, functionUrlHosts } from '#scripts/local/function-url.ts'
import { LOOPBACK } from '#scripts/local/http-server.ts'
import { createOriginSecrets, readPrivateKey, readSigningKeys } from '#scripts/local/keys.ts'
import { RunningParts } from '#scripts/local/local-cloud.ts'
import { Logs } from '#scripts/local/logs.ts'
import { freePort, StartRefusal } from '#scripts/local/ports.ts'
import { LocalFunctions } from '#scripts/local/runtime/functions.ts'
import { startServices } from '#scripts/local/services.ts'
import { createTable, readTable, startEmulator } from '#scripts/local/table.ts'
import { Templates } from '#scripts/local/template/templates.ts'
import { readFirewall } from '#scripts/local/users/firewall.ts'
import { Outbox } from '#scripts/local/users/outbox.ts'
import { createPool } from '#scripts/local/users/pool.ts'
import { type PoolSettings, readPool } from '#scripts/local/users/pool-settings.ts'
import { startUsers } from '#scripts/local/users/server.ts'
import { ROOT } from '#scripts/operations/cdk.ts'
import type { ApiSettings } from './api-process.ts'
import { bundleFunctions } from './bundles.ts'
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

  // Functions reach every service through a tap.
  let watch: WatchCall = () => Promise.resolve('pass')
  const tapOf = async (system: System, port: number) => {
    const tap = await startTap(port, (passing) => watch({ ...passing, system }))
    running.addServer(`tap of ${system}`, tap)
    return tap.port
  }
  const emulator = await startEmulator({ file: folder.tableFile, log: logs.of('table') })
  running.atStop(emulator.stop)
  const tableChild = emulator.child
  if (!tableChild) throw new StartRefusal('DYNAMODB_ENDPOINT names a server that cannot be killed: unset it')
  let driveUrl = ''
  const account = () =>
    createServiceAccount(readPrivateKey(folder.keysFolder, 'drive-account'), `${driveUrl}/token`)
  const drive = await startDrive({ account, files: demoFiles })
  running.addServer('drive', drive)
  const usersPort = await freePort()
  const taps = {
    table: await tapOf('table', emulator.port),
    users: await tapOf('users', usersPort),
    drive: await tapOf('drive', drive.port),
  }
  driveUrl = `http://${LOOPBACK}:${taps.drive}`
  synthesizeTemplates(folder.cdkOut, stage, driveUrl)
  const bundles = await bundleFunctions(join(root, 'bundles'))
  const secrets = createOriginSecrets(stage)
  const templates = new Templates(folder.cdkOut, { region, signingPublicKeys: {}, secrets })
  const pool = readPool(templates, region)

  const services = await startServices({
    region,
    secrets: new Map([
      ...readSigningKeys(folder.keysFolder).map(
        ({ slot, privateKey }) => [names.secrets.signingKeys[slot], privateKey] as const,
      ),
      [names.secrets.driveCredentials, JSON.stringify(account())],
    ]),
    parameter: () => undefined,
    distributionId: '',
    invalidate: () => {},
  })
  running.addServer('services', services)
  const usersUrl = `http://${LOOPBACK}:${usersPort}`
  const addresses = { table: emulator.endpoint, users: usersUrl, services: services.url }
  useEndpoints(endpointVariables(addresses), region)
  await createTable(readTable(templates))

  const tapped = endpointVariables({
    ...addresses,
    users: `http://${LOOPBACK}:${taps.users}`,
    table: `http://${LOOPBACK}:${taps.table}`,
  })
  // The account service calls its triggers, and the scheduler the reconciliation, whatever becomes of the API.
  const log = (name: string, line: string) => logs.write(name, line)
  const functions = new LocalFunctions({ templates, region, endpoints: tapped, log, bundles })
  running.atStop(() => functions.close())
  const users = await startUsers({
    pool: createPool({
      settings: pool,
      outbox: new Outbox(),
      invoke: (arn, event) => functions.get(arn).invoke(event),
      file: folder.accountsFile,
    }),
    port: usersPort,
    rules: readFirewall(templates),
  })
  running.addServer('users', users)

  const edgeSecret = randomBytes(24).toString('base64url')
  const [gatewayPort, functionUrlPort] = [await freePort(), await freePort()]
  const settings: ApiSettings = {
    cdkOut: folder.cdkOut,
    region,
    secrets,
    port: gatewayPort,
    functionUrlPort,
    edgeSecret,
    endpoints: tapped,
    bundles: [...bundles],
  }
  const api = new Child({
    name: 'API',
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./api-process.ts', import.meta.url)),
      JSON.stringify(settings),
    ],
    cwd: ROOT,
    port: gatewayPort,
    log: logs.of('api'),
  })
  running.atStop(() => api.stop())
  await api.start()

  const victims = { table: tableChild, api }
  const opened = openTable(names.table)
  const cognito = new CognitoIdentityProviderClient({})
  running.atStop(() => {
    opened.client.destroy()
    cognito.destroy()
  })
  return {
    apiUrl: `http://${LOOPBACK}:${gatewayPort}`,
    edgeHeaders: { [ORIGIN_SECRET_HEADER]: secrets[originSecretNames(stage).sent] ?? '' },
    documents: {
      url: `http://${LOOPBACK}:${functionUrlPort}`,
      headers: { host: functionUrlHosts(templates)[0] ?? '', [EDGE_SIGNATURE_HEADER]: edgeSecret },
    },
    usersUrl,
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
