import { createHash, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { originSecretNames, stageNames } from '#infra/names.ts'
import { loadStage } from '#infra/stages.ts'
import { synthesise } from '#infra/test-support/synthesise.ts'
import { LINK_COOKIE, LINK_PARAMETER } from '#shared/contract/files.ts'
import { readDistribution } from '../edge/distribution.ts'
import { type EdgeOptions, startEdge } from '../edge/server.ts'
import { type Handler, listen } from '../http-server.ts'
import { freePort } from '../options.ts'
import { Templates } from '../template/templates.ts'
import { testKey } from './test-keys.ts'

export const PATH = '/files/paper-2023/v1/inline/Paper-2023.pdf'
export const COOKIE = `${LINK_COOKIE}=cookie-of-this-browser`
const BOUND = `${LINK_PARAMETER}=${createHash('sha256').update('cookie-of-this-browser').digest('hex')}`
const LIFE_MS = 120_000

/** Starts the edge of the synthesised distribution. @param serve answers for all origins but the buckets */
export async function startTestEdge(bucket: EdgeOptions['site'], serve: Handler) {
  const privateKey = testKey('documents')
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  const distribution = readDistribution(readTemplates(publicKey))
  const [keyPairId = ''] = distribution.behaviors.flatMap(({ trustedKeys }) => [
    ...(trustedKeys?.keys() ?? []),
  ])
  const hosts = distribution.behaviors.flatMap(({ origin: each }) => (each.kind === 'http' ? each.host : []))
  const asked: string[] = []
  let now = new Date('2026-01-01T00:00:00Z')
  const origin = await listen(0, (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    return serve(request, response)
  })
  const port = await freePort()
  const address = `http://localhost:${port}`
  const edge = await startEdge({
    port,
    distribution,
    site: { get: (key) => (asked.push(key), bucket.get(key)) },
    originPorts: new Map(hosts.map((host) => [host, origin.port])),
    edgeSecret: 'secret',
    now: () => now,
  })
  const sign = (url: string, terms: { policy: string } | { dateLessThan: Date }) =>
    getSignedUrl({ url, keyPairId, privateKey, algorithm: 'SHA256', ...terms })

  /** A signed path, as the ticket function makes it. */
  function signed(path = PATH): string {
    const dateLessThan = new Date(now.getTime() + LIFE_MS)
    return sign(`${address}${path}?${BOUND}`, { dateLessThan }).slice(address.length)
  }

  /** The query of every file of a prepared document, as the ticket function makes it. */
  function signedPages(digest: string): string {
    const Resource = `${address}/files/pages/${digest}/*?${BOUND}`
    const Condition = { DateLessThan: { 'AWS:EpochTime': (now.getTime() + LIFE_MS) / 1000 } }
    const policy = JSON.stringify({ Statement: [{ Resource, Condition }] })
    return sign(`${address}/?${BOUND}`, { policy }).slice(`${address}/?`.length)
  }

  /** Requests a path as written, with the browser's cookie; `fetch` would normalise it. */
  async function get(path: string, headers: Record<string, string> = {}) {
    const sent = httpRequest(address, { path, headers: { cookie: COOKIE, ...headers } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return { status: response.statusCode }
  }

  return {
    address,
    distribution,
    signed,
    signedPages,
    get,
    asked: (): readonly string[] => asked,
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    reset: () => {
      asked.length = 0
    },
    stop: async () => {
      await edge.close()
      await origin.close()
    },
  }
}

export type TestEdge = Awaited<ReturnType<typeof startTestEdge>>

/** Returns the synthesised templates of local mode. @param publicKey of documents' addresses, PEM */
export function readTemplates(publicKey = ''): Templates {
  const stage = loadStage('local', {})
  const { signingKeys } = stageNames('local').secrets
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const { data, site } = synthesise('local')
  const artifacts = Object.entries({ data, site }).map(([name, stack]) => {
    const templateFile = `${name}.json`
    writeFileSync(join(folder, templateFile), JSON.stringify(stack.toJSON()))
    return [name, { type: 'aws:cloudformation:stack', properties: { templateFile } }]
  })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: Object.fromEntries(artifacts) }))
  return new Templates(folder, {
    region: stage.region,
    signingPublicKeys: { [signingKeys.A]: publicKey, [signingKeys.B]: publicKey },
    secrets: Object.fromEntries(originSecretNames(stage).trusted.map((name) => [name, 'secret'])),
  })
}
