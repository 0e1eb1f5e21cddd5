import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { namesOf } from '#infra/names.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { Children } from './children.ts'
import { Counters } from './counters.ts'
import { type DataFolder, dataFolderAt, markSeeded, prepareDataFolder } from './data-folder.ts'
import { seedDemo } from './demo/seed.ts'
import { startDrive } from './drive/server.ts'
import { readDistribution } from './edge/distribution.ts'
import { type EdgeContent, startEdge } from './edge/server.ts'
import { StaticSite } from './edge/static-site.ts'
import { endpointVariables, useEndpoints } from './endpoints.ts'
import { functionUrlHosts, startFunctionUrls } from './function-url.ts'
import { readApi } from './gateway/api-template.ts'
import { startGateway } from './gateway/server.ts'
import { LOOPBACK } from './http-server.ts'
import { lockFolder } from './lock.ts'
import { Logs } from './logs.ts'
import type { LocalCloudOptions } from './options.ts'
import { assertPortsFree, type Ports, portsFrom } from './ports.ts'
import { LocalFunctions } from './runtime/functions.ts'
import { readOrMakeServiceAccount, readOrMakeSigningKeys, startSecrets } from './secrets.ts'
import { localPages, type Part } from './status.ts'
import { synthesize } from './synth.ts'
import { createTable, startTable } from './table.ts'
import { Templates } from './template/templates.ts'
import { startEmulator } from './users/emulator.ts'
import { Outbox } from './users/outbox.ts'
import { readPool } from './users/pool-settings.ts'
import { startUsers } from './users/server.ts'
import { type Watching, watchSources } from './watch.ts'

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
  const cleanUps: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  }
  try {
    await start(options, progress, (cleanUp) => cleanUps.push(cleanUp))
    return { url: `http://localhost:${options.port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  options: LocalCloudOptions,
  progress: Progress,
  atStop: (cleanUp: () => Promise<void> | void) => void,
): Promise<void> {
  const ports = portsFrom(options.port)
  const folder = dataFolderAt(options.dataDir)
  atStop(lockFolder(folder.root, options.port))
  await assertPortsFree(ports, process.env.DYNAMODB_ENDPOINT ? ['table'] : [])
  const { isSeeded } = prepareDataFolder(folder, options.reset)
  const logs = new Logs(folder.logsFolder)
  atStop(() => logs.close())

  const environment = stageEnvironment(options, ports)
  const stage = loadStage('local', { ...process.env, ...environment })
  progress('Synthèse de l’application')
  await synthesize({ cdkOut: folder.cdkOut, environment, log: logs.of('synth') })
  const keys = readOrMakeSigningKeys(folder.keysFolder)
  const templates = new Templates(folder.cdkOut, { region: stage.region, signingPublicKey: keys.publicKey })

  progress('Démarrage des services locaux')
  const parts: Part[] = []
  const counters = new Counters()
  const outbox = new Outbox()
  const children = new Children()
  atStop(() => children.close())
  const here = (name: string, port: number) => parts.push({ name, port, pid: () => null })

  const account = readOrMakeServiceAccount(folder.keysFolder, `http://${LOOPBACK}:${ports.drive}/token`)
  const drive = await startDrive({ port: ports.drive, account, videoPath: folder.videoFile, counters })
  atStop(() => drive.close())
  here('drive', ports.drive)

  const names = namesOf('local')
  const secrets = await startSecrets({
    port: ports.secrets,
    region: stage.region,
    secrets: {
      [names.secrets.signingKey]: keys.privateKey,
      [names.secrets.driveCredentials]: JSON.stringify(account),
    },
    counters,
  })
  atStop(() => secrets.close())
  here('secrets', ports.secrets)

  const pool = readPool(templates, stage.region)
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
  if (table.child) parts.push({ name: 'table', port: ports.table, pid: () => table.child?.pid ?? null })
  parts.push({ name: 'users-emulator', port: ports.usersEmulator, pid: () => emulator.pid })

  const endpoints = endpointVariables(ports, table.endpoint)
  useEndpoints(endpoints, stage.region)
  await createTable(templates, new DynamoDBClient({}))

  let functions = new LocalFunctions({
    templates,
    region: stage.region,
    endpoints,
    log: (name, line) => logs.write(name, line),
  })
  atStop(() => functions.close())
  const users = await startUsers({
    port: ports.users,
    emulatorUrl: `http://${LOOPBACK}:${ports.usersEmulator}`,
    folder: folder.usersFolder,
    pool,
    functions: () => functions,
    outbox,
    counters,
  })
  atStop(() => users.close())
  here('users', ports.users)

  const api = readApi(templates, stage.region)
  const gateway = await startGateway({ port: ports.gateway, api, functions: () => functions, counters })
  atStop(() => gateway.close())
  here('gateway', ports.gateway)

  const edgeSecret = randomBytes(24).toString('base64url')
  const functionUrl = await startFunctionUrls({
    port: ports.functionUrl,
    templates,
    functions: () => functions,
    edgeSecret,
    counters,
  })
  atStop(() => functionUrl.close())
  here('function-url', ports.functionUrl)

  if (!isSeeded) {
    progress('Création du contenu de démonstration')
    await seedDemo({ tableName: names.table, userPoolId: pool.userPoolId, owners: stage.owners })
    markSeeded(folder)
  }

  const content: EdgeContent = { distribution: readDistribution(templates), site: new StaticSite(templates) }
  let watching: Watching | null = null
  const edge = await startEdge({
    port: ports.edge,
    content: () => content,
    originPorts: new Map([
      [api.domainName, ports.gateway],
      ...functionUrlHosts(templates).map((host) => [host, ports.functionUrl] as const),
    ]),
    edgeSecret,
    redirects: new Map([['https://drive.google.com', stage.driveApiUrl]]),
    local: localPages({
      parts: () => parts,
      counters,
      outbox,
      facts: () => factsOf(stage, folder, endpoints, pool),
      isReady: () => true,
    }),
    developmentSite: () => watching?.site ?? null,
    counters,
  })
  atStop(() => edge.close())
  parts.unshift({ name: 'edge', port: ports.edge, pid: () => null })

  if (options.watch) {
    watching = await watchSources({
      folder,
      site: content.site,
      server: edge.server,
      reload: async (bundles) => {
        const before = functions
        functions = new LocalFunctions({
          templates,
          region: stage.region,
          endpoints,
          log: (name, line) => logs.write(name, line),
          bundles,
        })
        await before.close()
      },
      functionNames: functions.names,
    })
    const { close } = watching
    atStop(close)
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

function factsOf(
  stage: Stage,
  folder: DataFolder,
  endpoints: Record<string, string>,
  pool: { userPoolId: string; clientId: string },
): Record<string, unknown> {
  return {
    stage: stage.name,
    region: stage.region,
    deliveryMode: stage.deliveryMode,
    dataDir: folder.root,
    tableName: namesOf('local').table,
    userPoolId: pool.userPoolId,
    userPoolClientId: pool.clientId,
    endpoints,
  }
}
