import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { edgeFunctionCode } from '#infra/constructs/edge/edge-functions.ts'
import { originSecretNames, stageNames } from '#infra/names.ts'
import { loadStage } from '#infra/stages.ts'
import { synthesise } from '#infra/test-support/synthesise.ts'
import { LINK_COOKIE, LINK_PARAMETER } from '#shared/contract/files.ts'
import { type Behavior, readDistribution } from '../edge/distribution.ts'
import { EdgeFunction } from '../edge/edge-function.ts'
import { type EdgeOptions, startEdge } from '../edge/server.ts'
import { type Handler, listen } from '../http-server.ts'
import { freePort } from '../options.ts'
import { Templates } from '../template/templates.ts'
import type { LocalValues } from '../template/values.ts'

const HOST = 'documents.example'
/** A header that the edge adds to every call of the origin, with the value `edge`. */
export const ORIGIN_HEADER = 'x-of-the-edge'
const KEY_ID = 'K2JCJMDEHXQW5F'
export const PATH = '/files/paper-2023/v1/inline/Paper-2023.pdf'
export const OTHER = '/files/paper-2022/v1/inline/Paper-2022.pdf'
export const COOKIE = `${LINK_COOKIE}=cookie-of-this-browser`
const BINDING = createHash('sha256').update('cookie-of-this-browser').digest('hex')
const PAPER = Buffer.from('%PDF-1.7 '.repeat(200))

const PICTURE = {
  body: Buffer.from('RIFF'),
  etag: '"p"',
  contentType: 'image/webp',
  cacheControl: null,
  metadata: {},
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void
export const serveWhole: Serve = (_request, response) => {
  response.writeHead(200, { 'content-length': PAPER.length, etag: '"v1"' }).end(PAPER)
}

export async function startTestEdge() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const documents: Behavior = {
    pathPattern: '/files/*',
    origin: {
      kind: 'http',
      host: HOST,
      path: '',
      readTimeoutMs: 60_000,
      headers: { [ORIGIN_HEADER]: 'edge' },
      isSigned: true,
    },
    compress: true,
    allowedMethods: ['GET', 'HEAD'],
    policies: [],
    responseHeaders: null,
    trustedKeys: new Map([[KEY_ID, createPublicKey(pem)]]),
    onRequest: new EdgeFunction('document-request', edgeFunctionCode('document-request')),
    onResponse: null,
  }
  const prepared: Behavior = {
    ...documents,
    pathPattern: '/files/pages/*',
    origin: { kind: 'bucket', name: 'pages' },
  }
  const pages: Behavior = {
    ...documents,
    pathPattern: null,
    origin: { kind: 'bucket', name: 'site' },
    trustedKeys: null,
    onRequest: null,
  }
  const state = { now: new Date(0), serve: serveWhole, asked: [] as string[] }
  const now = () => state.now
  const origin = await listen(0, (request, response) => {
    state.asked.push(`${request.method} ${request.url}`)
    state.serve(request, response)
  })
  const port = await freePort()
  const site = `http://localhost:${port}`
  const edge = await startEdge({
    port,
    distribution: { defaultRootObject: 'index.html', behaviors: [prepared, documents, pages] },
    site: { get: () => null },
    buckets: new Map([['pages', { get: (key) => (state.asked.push(key), PICTURE) }]]),
    originPorts: new Map([[HOST, origin.port]]),
    edgeSecret: 'secret',
    now,
  })

  /** A signed path, as the ticket function makes it; `life` makes one differ from another. Seconds. */
  function signed(path = PATH, life = 120): string {
    const dateLessThan = new Date(state.now.getTime() + life * 1000)
    const url = getSignedUrl({
      url: `${site}${path}?${LINK_PARAMETER}=${BINDING}`,
      keyPairId: KEY_ID,
      privateKey: pem,
      dateLessThan,
      algorithm: 'SHA256',
    })
    return url.slice(site.length)
  }

  /** The query of every file of a prepared document, as the ticket function makes it. */
  function signedPages(digest: string): string {
    const query = `${LINK_PARAMETER}=${BINDING}`
    const Resource = `${site}/files/pages/${digest}/*?${query}`
    const Condition = { DateLessThan: { 'AWS:EpochTime': state.now.getTime() / 1000 + 120 } }
    const policy = JSON.stringify({ Statement: [{ Resource, Condition }] })
    const url = `${site}/?${query}`
    const made = getSignedUrl({ url, keyPairId: KEY_ID, privateKey: pem, policy, algorithm: 'SHA256' })
    return made.slice(`${site}/?`.length)
  }

  /** Requests a path as written, with the browser's cookie; `fetch` would normalise it. */
  async function get(path: string, headers: Record<string, string | undefined> = {}, method = 'GET') {
    const host = new URL(site).host
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host, cookie: COOKIE, ...headers },
    })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  return {
    port,
    signed,
    signedPages,
    get,
    asked: (): readonly string[] => state.asked,
    serve: (serve: Serve) => {
      state.serve = serve
    },
    pass: (ms: number) => {
      state.now = new Date(state.now.getTime() + ms)
    },
    reset: () => {
      Object.assign(state, { now: new Date('2026-01-01T00:00:00Z'), asked: [], serve: serveWhole })
    },
    stop: async () => {
      await edge.close()
      await origin.close()
    },
  }
}

export type TestEdge = Awaited<ReturnType<typeof startTestEdge>>

/** @param serve answers for all origins but the bucket */
export async function startWholeEdge(bucket: EdgeOptions['site'], serve: Handler) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const distribution = readDistribution(readTemplates(publicKey))
  const origin = await listen(0, serve)
  const hosts = distribution.behaviors.flatMap(({ origin: each }) => (each.kind === 'http' ? each.host : []))
  const port = await freePort()
  const edge = await startEdge({
    port,
    distribution,
    site: bucket,
    originPorts: new Map(hosts.map((host) => [host, origin.port])),
    edgeSecret: 'secret',
  })
  return {
    address: `http://localhost:${port}`,
    distribution,
    /** Private key of documents' addresses, PEM. */
    privateKey,
    stop: async () => {
      await edge.close()
      await origin.close()
    },
  }
}

export type WholeEdge = Awaited<ReturnType<typeof startWholeEdge>>

/** Returns the synthesised templates of local mode. @param publicKey of documents' addresses, PEM */
export function readTemplates(publicKey = ''): Templates {
  const stage = loadStage('local', {})
  const { data, site } = synthesise('local')
  const { signingKeys } = stageNames('local').secrets
  return templatesFromStacks([data.toJSON(), site.toJSON()], {
    region: stage.region,
    signingPublicKeys: { [signingKeys.A]: publicKey, [signingKeys.B]: publicKey },
    secrets: Object.fromEntries(originSecretNames(stage).trusted.map((name) => [name, 'secret'])),
  })
}

function templatesFromStacks(stacks: readonly object[], values: LocalValues): Templates {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const artifacts = stacks.map((stack, index) => {
    const templateFile = `stack-${index}.json`
    writeFileSync(join(folder, templateFile), JSON.stringify(stack))
    return [`Stack${index}`, { type: 'aws:cloudformation:stack', properties: { templateFile } }]
  })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: Object.fromEntries(artifacts) }))
  return new Templates(folder, values)
}
