import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { stageNames } from '#infra/names.ts'
import { loadStage } from '#infra/stages.ts'
import { Children } from './children.ts'
import { Counters } from './counters.ts'
import { dataFolderAt, markSeeded, prepareDataFolder } from './data-folder.ts'
import { seedDemo } from './demo/seed.ts'
import { DriveFaults } from './drive/faults.ts'
import { startDrive } from './drive/server.ts'
import { readDistribution } from './edge/distribution.ts'
import { DocumentCache } from './edge/document-cache.ts'
import { startEdge } from './edge/server.ts'
import { StaticSite } from './edge/static-site.ts'
import { endpointVariables, useEndpoints } from './endpoints.ts'
import { functionUrlHosts, startFunctionUrls } from './function-url.ts'
import { readApi } from './gateway/api-template.ts'
import { startGateway } from './gateway/server.ts'
import { LOOPBACK } from './http-server.ts'
import { makeOriginSecrets, readOrMakeServiceAccount, readOrMakeSigningKeys } from './keys.ts'
import { lockFolder } from './lock.ts'
import { Logs } from './logs.ts'
import type { LocalCloudOptions } from './options.ts'
import { assertPortsFree, type Ports, portsFrom } from './ports.ts'
import { RunningParts } from './running-parts.ts'
import { LocalFunctions } from './runtime/functions.ts'
import { readSchedules, startSchedules } from './schedules.ts'
import { startServices } from './services.ts'
import { localPages } from './status.ts'
import { synthesize } from './synth.ts'
import { createTable, startTable } from './table.ts'
import { Templates } from './template/templates.ts'
import { startEmulator } from './users/emulator.ts'
import { readFirewall } from './users/firewall.ts'
import { Outbox } from './users/outbox.ts'
import { readPool } from './users/pool-settings.ts'
import { startUsers } from './users/server.ts'
import type { Watching } from './watch.ts'

/** How long calls under way may go on with the code before a hot reload. */
const RELOAD_GRACE_MS = 10_000

export type LocalCloud = {
  url: string
  /** Ends every part; data stays. */
  stop: () => Promise<void>
}

/** Tells the person what is being done. */
export type Progress = (step: string) => void

/**
 * Starts the whole product on loopback: synthesis, then every part of the template, then the demo content on the first
 * start.
 * @throws StartRefusal when it may not or cannot start; nothing stays running then
 */
export async function startLocalCloud(
  options: LocalCloudOptions,
  progress: Progress = () => {},
): Promise<LocalCloud> {
  const running = new RunningParts()
  try {
    await start(options, progress, running)
    return { url: `http://localhost:${options.port}`, stop: () => running.stop() }
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function start(options: LocalCloudOptions, progress: Progress, running: RunningParts): Promise<void> {
  const ports = portsFrom(options.port)
  const folder = dataFolderAt(options.dataDir)
  running.atStop(lockFolder(folder.root, options.port))
  await assertPortsFree(ports, process.env.DYNAMODB_ENDPOINT ? ['table'] : [])
  const { isSeeded } = prepareDataFolder(folder, options.reset)
  const logs = new Logs(folder.logsFolder)
  running.atStop(() => logs.close())

  progress("Synthèse de l'application")
  const environment = stageEnvironment(options, ports)
  const stage = loadStage('local', { ...process.env, ...environment })
  const { region } = stage
  const names = stageNames('local')
  await synthesize({ cdkOut: folder.cdkOut, environment, log: logs.of('synth') })
  const keys = readOrMakeSigningKeys(folder.keysFolder)
  const secretOf = ({ slot }: (typeof keys)[number]) => names.secrets.signingKeys[slot]
  const templates = new Templates(folder.cdkOut, {
    region,
    signingPublicKeys: Object.fromEntries(keys.map((key) => [secretOf(key), key.publicKey])),
    secrets: makeOriginSecrets(stage),
  })

  progress('Démarrage des services locaux')
  const counters = new Counters()
  const outbox = new Outbox()
  const children = new Children()
  running.atStop(() => children.close())

  // What the functions speak to: Drive, small services of AWS, table, accounts.
  const account = readOrMakeServiceAccount(folder.keysFolder, `http://${LOOPBACK}:${ports.drive}/token`)
  const { videoFile: videoPath } = folder
  const faults = new DriveFaults()
  running.addServer('drive', await startDrive({ port: ports.drive, account, videoPath, counters, faults }))
  const secrets = {
    ...Object.fromEntries(keys.map((key) => [secretOf(key), key.privateKey])),
    [names.secrets.driveCredentials]: JSON.stringify(account),
  }
  const cache = new DocumentCache()
  const invalidate = (patterns: readonly string[]) => cache.forget(patterns)
  const services = { port: ports.services, region, secrets, templates, invalidate, counters }
  running.addServer('services', await startServices(services))
  const pool = readPool(templates, region)
  const [table, emulator] = await Promise.all([
    startTable(children, { port: ports.table, file: folder.tableFile, log: logs.of('table') }),
    startEmulator(children, {
      port: ports.usersEmulator,
      folder: folder.usersFolder,
      invokeEndpoint: `http://${LOOPBACK}:${ports.users}`,
      pool,
      log: logs.of('users-emulator'),
    }),
  ])
  if (table.child) running.addChild('table', ports.table, table.child)
  running.addChild('users-emulator', ports.usersEmulator, emulator)
  const endpoints = endpointVariables(ports, table.endpoint)
  useEndpoints(endpoints, region)
  await createTable(templates, new DynamoDBClient({}))

  // The functions and their callers.
  const runtime = {
    templates,
    region,
    endpoints,
    log: (name: string, line: string) => logs.write(name, line),
  }
  let current = new LocalFunctions(runtime)
  const functions = () => current
  running.atStop(() => current.close())
  const users = await startUsers({
    port: ports.users,
    emulatorUrl: `http://${LOOPBACK}:${ports.usersEmulator}`,
    folder: folder.usersFolder,
    pool,
    rules: readFirewall(templates),
    functions,
    outbox,
    counters,
  })
  running.addServer('users', users)
  const api = readApi(templates, region)
  running.addServer('gateway', await startGateway({ port: ports.gateway, api, functions, counters }))
  const edgeSecret = randomBytes(24).toString('base64url')
  const documents = { port: ports.functionUrl, templates, functions, edgeSecret, counters }
  running.addServer('function-url', await startFunctionUrls(documents))

  running.atStop(startSchedules({ schedules: readSchedules(templates), functions, region }))

  if (!isSeeded) {
    progress('Création du contenu de démonstration')
    await seedDemo({ tableName: names.table, userPoolId: pool.userPoolId, owners: stage.owners })
    markSeeded(folder)
  }

  // The edge comes last: whoever finds it open finds everything behind it ready.
  const content = { distribution: readDistribution(templates), site: new StaticSite(templates) }
  let watching: Watching | null = null
  const edge = await startEdge({
    port: ports.edge,
    content: () => content,
    originPorts: new Map([
      [api.domainName, ports.gateway],
      ...functionUrlHosts(templates).map((host) => [host, ports.functionUrl] as const),
    ]),
    edgeSecret,
    cache,
    redirects: new Map([['https://drive.google.com', stage.driveApiUrl]]),
    local: localPages({
      parts: running.list,
      counters,
      outbox,
      faults,
      facts: {
        stage: stage.name,
        region,
        deliveryMode: stage.deliveryMode,
        dataDir: folder.root,
        tableName: names.table,
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.clientId,
        endpoints,
      },
    }),
    developmentSite: () => watching?.site ?? null,
    counters,
  })
  running.addServer('edge', edge)

  if (options.watch) {
    // Vite and esbuild are not loaded without need.
    const { watchSources } = await import('./watch.ts')
    watching = await watchSources({
      folder,
      site: content.site,
      server: edge.server,
      functionNames: current.names,
      reload: async (bundles) => {
        // Calls under way end with the code that they began with.
        void current.close(RELOAD_GRACE_MS)
        current = new LocalFunctions({ ...runtime, bundles })
      },
    })
    running.atStop(watching.close)
  }
}

/** What infra/stages.ts reads. */
function stageEnvironment({ deliveryMode }: LocalCloudOptions, ports: Ports): Record<string, string> {
  return {
    PORT: String(ports.edge),
    DELIVERY_MODE: deliveryMode,
    COGNITO_ENDPOINT: `http://localhost:${ports.users}`,
    DRIVE_API_URL: `http://localhost:${ports.drive}`,
  }
}
