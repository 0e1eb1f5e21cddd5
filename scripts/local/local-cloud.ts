import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { createPublications } from '#functions/data/site.ts'
import { openTable } from '#functions/data/table/client.ts'
import { stageNames } from '#infra/names.ts'
import { ROOT } from '#infra/run-app.ts'
import { loadStage } from '#infra/stages.ts'
import { type Bucket, FolderBucket, folderOfVersion, splitBucket } from './bucket.ts'
import {
  createGeneratedSecrets,
  createLog,
  type DataFolder,
  dataFolderAt,
  lockFolder,
  markSeeded,
  prepareDataFolder,
  readPrivateKey,
  readSigningKeyPairs,
  synthesize,
} from './data-folder.ts'
import { DEMO_INBOX_ID, demoFiles } from './demo/files.ts'
import { isOfDemo } from './demo/paper-files.ts'
import { seedDemo } from './demo/seed.ts'
import { withOwnFiles } from './drive/own-files.ts'
import { startDrive } from './drive/server.ts'
import { createServiceAccount } from './drive/service-account.ts'
import { readDistribution } from './edge/distribution.ts'
import { startEdge } from './edge/server.ts'
import { StaticSite } from './edge/static-site.ts'
import { LOCAL_LIMITS, serviceVariables, useEndpoints } from './endpoints.ts'
import { createQueues, followStream, readStreamMappings } from './event-sources.ts'
import { readFunctionUrls, startFunctionUrl } from './function-url.ts'
import { readApi, startGateway } from './gateway.ts'
import { LOOPBACK, type RunningServer } from './http-server.ts'
import { assertPortsFree, type LocalCloudOptions, portsFrom, StartRefusal } from './options.ts'
import type { Outcome } from './runtime/environment.ts'
import { type Invoke, LocalFunctions } from './runtime/functions.ts'
import { startServices } from './services.ts'
import { localPages, type Part } from './status.ts'
import { createTable, defineTable, STREAM, startEmulator } from './table.ts'
import { Templates } from './template/templates.ts'
import { createPool, Outbox } from './users/pool.ts'
import { readPool } from './users/pool-settings.ts'
import { startUsers } from './users/server.ts'
import type { Watching } from './watch.ts'

const SHARED_PAGES = join(ROOT, 'node_modules/.cache/pages')

/** Time that running calls have to end after a hot reload. */
const RELOAD_GRACE_MS = 10_000

export type LocalCloud = { url: string; stop: () => Promise<void> }

class RunningParts {
  readonly parts: Part[] = []
  readonly #endings: (() => Promise<void> | void)[] = []

  atStop(ending: () => Promise<void> | void): void {
    this.#endings.push(ending)
  }

  addServer(name: string, server: RunningServer): void {
    this.parts.push({ name, port: server.port, pid: () => process.pid })
    this.atStop(() => server.close())
  }

  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0).toReversed()) await end()
  }
}

type Progress = (step: string) => void

/**
 * Synthesis, every part of the template, and the demo content on the first start.
 * @throws StartRefusal when it cannot start; nothing stays running then
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
  running.atStop(await lockFolder(folder.root, options.port))
  await assertPortsFree(ports)
  const { isSeeded } = prepareDataFolder(folder, options.reset)
  const log = createLog(folder)

  progress("Synthèse de l'application")
  const environment = {
    PORT: String(ports.edge),
    DELIVERY_MODE: options.deliveryMode,
    COGNITO_ENDPOINT: `http://localhost:${ports.users}`,
    DRIVE_API_URL: `http://localhost:${ports.drive}`,
  }
  const stage = loadStage('local', { ...process.env, ...environment })
  const { region } = stage
  const names = stageNames('local')
  await synthesize({ cdkOut: folder.cdkOut, environment, log: (line) => log('synth', line) })
  const keys = readSigningKeyPairs(folder.keysFolder)
  const secretOf = ({ slot }: (typeof keys)[number]) => names.secrets.signingKeys[slot]
  const templates = new Templates(folder.cdkOut, {
    region,
    signingPublicKeys: Object.fromEntries(keys.map((key) => [secretOf(key), key.publicKey])),
    secrets: createGeneratedSecrets(stage),
  })

  progress('Démarrage des services locaux')
  const tokenUri = `http://${LOOPBACK}:${ports.drive}/token`
  const account = createServiceAccount(readPrivateKey(folder.keysFolder, 'drive-account'), tokenUri)
  const files =
    options.driveDir === null ? demoFiles : withOwnFiles(demoFiles, options.driveDir, DEMO_INBOX_ID)
  const drive = { port: ports.drive, account: () => account, files }
  running.addServer('drive', await startDrive(drive))

  const bucket = new FolderBucket(folder.siteFolder)
  const receipts = new FolderBucket(folder.receiptsFolder)
  const receiptBucket = readParameter(templates, names.parameters.receiptBucket)
  const pages = openPages(templates, folder, options)
  const outbox = new Outbox()
  const services = await startServices({
    region,
    secrets: new Map([
      ...keys.map((key) => [secretOf(key), key.privateKey] as const),
      [names.secrets.driveCredentials, JSON.stringify(account)],
    ]),
    parameter: (name) => readParameter(templates, name),
    distributionId: templates.only('AWS::CloudFront::Distribution').id,
    // The local edge keeps no copies.
    invalidate: () => {},
    bucketOf: (name) => pages.get(name) ?? (name === receiptBucket ? receipts : bucket),
    send: (...message) => queues.send(...message),
    outbox,
  })
  running.addServer('services', services)

  const emulator = await startEmulator({ file: folder.tableFile, log: (line) => log('table', line) })
  running.atStop(emulator.stop)
  const { child } = emulator
  if (child) running.parts.push({ name: 'table', port: emulator.port, pid: () => child.pid })
  const endpoints = {
    AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: emulator.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://${LOOPBACK}:${ports.users}`,
    ...serviceVariables(services.url),
    ...LOCAL_LIMITS,
  }
  useEndpoints(endpoints, region)
  await createTable({ ...defineTable(names.table), StreamSpecification: STREAM })

  const runtime = { templates, region, endpoints, log }
  let current = new LocalFunctions(runtime)
  const invoke: Invoke = (...call) => current.invoke(...call)
  running.atStop(() => current.close())
  const queues = createQueues(templates, { invoke, log: (line) => log('queues', line) })
  running.atStop(queues.stop)
  const settings = readPool(templates, region)
  const pool = createPool({
    settings,
    outbox,
    invoke,
    file: folder.accountsFile,
    privateKey: readPrivateKey(folder.keysFolder, 'user-pool'),
  })
  running.addServer('users', await startUsers({ pool, port: ports.users }))
  const api = readApi(templates, region)
  const gateway = await startGateway(api, invoke)
  running.addServer('gateway', gateway)
  const edgeSecret = randomBytes(24).toString('base64url')
  const originPorts = new Map([[api.domainName, gateway.port]])
  for (const functionUrl of readFunctionUrls(templates)) {
    const origin = await startFunctionUrl({ functionUrl, invoke, edgeSecret })
    running.addServer(`function-url-${originPorts.size}`, origin)
    originPorts.set(functionUrl.host, origin.port)
  }

  if (!isSeeded) {
    progress('Création du contenu de démonstration')
    await seedDemo(names.table, pool.accounts, receipts)
    markSeeded(folder)
  }

  progress('Publication des pages')
  for (const mapping of readStreamMappings(templates))
    running.atStop(await followStream({ tableName: names.table, mapping, invoke }))
  await publishAtStart(names.table, () => invoke(names.function('publisher'), {}))
  // A schedule does this each morning.
  void invoke(names.function('mails'), {})
  // Kept data of earlier drawing code names pictures that the demo has no more: this forgets them, to be drawn again.
  if (isSeeded && pages.size > 0) await invoke(names.function('preparation'), {})

  // The edge starts last, when everything behind it is ready.
  const built = new StaticSite(templates)
  const site = { get: (key: string) => bucket.get(key) ?? built.get(key) }
  let watching: Watching | null = null
  const edge = await startEdge({
    port: ports.edge,
    distribution: readDistribution(templates),
    site,
    buckets: pages,
    originPorts,
    edgeSecret,
    redirects: new Map([['https://drive.google.com', stage.driveApiUrl]]),
    local: localPages({
      parts: running.parts,
      counters: () => current.countCalls(),
      outbox,
      facts: {
        stage: stage.name,
        region,
        deliveryMode: stage.deliveryMode,
        dataDir: folder.root,
        tableName: names.table,
        userPoolId: settings.userPoolId,
        userPoolClientId: settings.clientId,
        endpoints,
      },
    }),
    developmentSite: () => watching?.site ?? null,
  })
  running.addServer('edge', edge)

  if (options.watch) {
    // Loads Vite and esbuild only when they are needed.
    const { watchSources } = await import('./watch.ts')
    watching = await watchSources({
      folder,
      site,
      server: edge.server,
      functionNames: current.names,
      reload: async (bundles) => {
        // Running calls end with the earlier code.
        void current.close(RELOAD_GRACE_MS)
        current = new LocalFunctions({ ...runtime, bundles })
      },
    })
    running.atStop(watching.close)
  }
}

/**
 * Those of the demo are shared by all starts with the same drawing code, so that each PDF is drawn once on a machine.
 */
function openPages(
  templates: Templates,
  { pagesFolder }: DataFolder,
  { deliveryMode, watch }: LocalCloudOptions,
): ReadonlyMap<string, Bucket> {
  if (deliveryMode === 'embed') return new Map()
  const names = stageNames('local')
  const { Code } = templates
    .byId('AWS::Lambda::Function', names.function('preparation'))
    .read(v.object({ Code: v.object({ S3Key: v.string() }) }))
  const own = new FolderBucket(pagesFolder)
  const folder = folderOfVersion(SHARED_PAGES, Code.S3Key.replace('.zip', ''))
  const shared = new FolderBucket(folder, { isShared: true })
  // While code is watched, its version changes.
  const bucket = watch ? own : splitBucket((key) => isOfDemo(key.split('/')[2] ?? ''), shared, own)
  return new Map([[readParameter(templates, names.parameters.pagesBucket) ?? '', bucket]])
}

/** Ends when the pages are stored; at the first start their images follow some seconds later. */
async function publishAtStart(tableName: string, publish: () => Promise<Outcome>): Promise<void> {
  const publications = createPublications(openTable(tableName))
  const { published } = await publications.read()
  const ended = new AbortController()
  async function pagesStored(): Promise<void> {
    while (!ended.signal.aborted && (await publications.read()).published === published) await sleep(100)
  }
  const ending = publish().finally(() => ended.abort())
  await pagesStored()
  if ((await publications.read()).published > published) return
  const outcome = await ending
  if (outcome.kind === 'failed')
    throw new StartRefusal(`La publication des pages a échoué : ${outcome.error.errorMessage}`)
}

/** A parameter is resolved when it is read, since much of a template has no meaning on one machine. */
function readParameter(templates: Templates, name: string): string | undefined {
  const parameter = templates.all('AWS::SSM::Parameter').find(({ id }) => id === name)
  return parameter?.read(v.object({ Value: v.string() })).Value
}
