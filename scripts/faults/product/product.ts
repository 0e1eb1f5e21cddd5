import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openTable, type Table } from '#functions/data/client.ts'
import { ORIGIN_SECRET_HEADER } from '#functions/http/environment.ts'
import { namesOf, originSecretsOf } from '#infra/names.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { ROOT } from '#scripts/cdk.ts'
import { Children } from '#scripts/local/children.ts'
import { Counters } from '#scripts/local/counters.ts'
import { dataFolderAt, prepareDataFolder } from '#scripts/local/data-folder.ts'
import { endpointVariables, useEndpoints } from '#scripts/local/endpoints.ts'
import { LOOPBACK } from '#scripts/local/http-server.ts'
import { makeOriginSecrets } from '#scripts/local/keys.ts'
import { Logs } from '#scripts/local/logs.ts'
import { assertPortsFree, type Ports, portsFrom, StartRefusal } from '#scripts/local/ports.ts'
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
import type { ApiSettings } from './api-process.ts'
import { bundleFunctions } from './bundles.ts'
import { type Moment, startTap } from './tap.ts'

export const VICTIMS = ['table', 'api'] as const
export type Victim = (typeof VICTIMS)[number]

/** A call from a function to a service, as it passes by. */
export type PassingCall = { system: 'table' | 'users'; operation: string; moment: Moment }

/** The parts of the product that administration needs, on ports and data of their own. */
export type Product = {
  apiUrl: string
  /** What the edge would add to a call of the API. */
  edgeHeaders: Readonly<Record<string, string>>
  usersUrl: string
  pool: PoolSettings
  owners: readonly string[]
  /** The table, past everything that breaks. */
  table: Table
  /** An operator's client of the accounts, past everything that breaks. */
  cognito: CognitoIdentityProviderClient
  /** Sees every call of the API's functions; 'drop' ends it. */
  watchCalls: (watch: (call: PassingCall) => Promise<'pass' | 'drop'>) => void
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
  const names = namesOf(stage.name)
  synthesizeTemplates(folder.cdkOut, stage)
  const bundles = await bundleFunctions(join(root, 'bundles'))
  const secrets = makeOriginSecrets(stage)
  const templates = new Templates(folder.cdkOut, { region, signingPublicKeys: {}, secrets })
  const pool = readPool(templates, region)
  const ports = await freePorts()
  const counters = new Counters()

  const children = new Children()
  running.atStop(() => children.close())
  const services = { port: ports.services, region, secrets: {}, templates, invalidate: () => {}, counters }
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

  // The account service calls its triggers, and the scheduler the reconciliation, whatever becomes of the API.
  const log = (name: string, line: string) => logs.write(name, line)
  const functions = new LocalFunctions({ templates, region, endpoints, log, bundles })
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

  let watch: (call: PassingCall) => Promise<'pass' | 'drop'> = () => Promise.resolve('pass')
  const tapOf = async (system: PassingCall['system'], port: number) => {
    const tap = await startTap(port, (operation, moment) => watch({ system, operation, moment }))
    running.addServer(`tap of ${system}`, tap)
    return tap.port
  }
  const tableTap = await tapOf('table', ports.table)
  const usersTap = await tapOf('users', ports.users)
  const settings: ApiSettings = {
    cdkOut: folder.cdkOut,
    region,
    secrets,
    port: ports.gateway,
    endpoints: endpointVariables({ ...ports, users: usersTap }, `http://${LOOPBACK}:${tableTap}`),
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
    edgeHeaders: { [ORIGIN_SECRET_HEADER]: secrets[originSecretsOf(stage).sent] ?? '' },
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

/** The templates alone: no site and no bundles are built, so that the tests of one part do not wait for all others. */
function synthesizeTemplates(cdkOut: string, { name }: Stage): void {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'infra/app.ts')], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      CDK_OUTDIR: cdkOut,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: name, 'aws:cdk:bundling-stacks': [] }),
    },
  })
  if (status !== 0) throw new StartRefusal(`The templates could not be made:\n${stderr}`)
}

const FIRST_PORT = 20_000
const PORT_RANGE = 12_000
const ATTEMPTS = 20

/** Below the ports that the system hands out by itself, so that none is taken away meanwhile. */
async function freePorts(): Promise<Ports> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = portsFrom(FIRST_PORT + Math.floor(Math.random() * PORT_RANGE))
    try {
      await assertPortsFree(ports)
      return ports
    } catch (error) {
      if (!(error instanceof StartRefusal) || attempt === ATTEMPTS) throw error
    }
  }
}
