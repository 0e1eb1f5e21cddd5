import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const DISTRIBUTION_ID_PARAMETER = '/revision/test/distribution-id'
const DISTRIBUTION_ID = 'ETEST12345'
const ELSEWHERE = '/elsewhere'

/** `moved`: a redirect to another path. */
type Fault = number | 'reset' | 'silence' | 'moved'

export type Distribution = {
  /** Paths whose copies were dropped since the last `clear`. */
  forgotten: { list(): string[]; clear(): void }
  /** Reads of the parameter so far. */
  reads(): number
  /** Redirects that were followed so far. */
  followed(): number
  /** Breaks every call, or one of the two services' calls; null ends it. */
  failWith(fault: Fault | null, service?: 'ssm' | 'cloudfront'): void
  stop(): void
}

/** CloudFront's invalidations and the parameter with the distribution's id, on loopback; the SDK's variables point here. */
export async function startDistribution(): Promise<Distribution> {
  const forgotten: string[] = []
  let reads = 0
  let followed = 0
  let broken: { fault: Fault; service: string | undefined } | null = null

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    if (incoming.url === ELSEWHERE) followed += 1
    const service = incoming.headers['x-amz-target'] === undefined ? 'cloudfront' : 'ssm'
    if (service === 'ssm') reads += 1
    if (broken && (broken.service ?? service) === service) {
      if (broken.fault === 'reset') incoming.socket.destroy()
      else if (broken.fault === 'moved') outgoing.writeHead(307, { location: ELSEWHERE }).end()
      else if (broken.fault !== 'silence') outgoing.writeHead(broken.fault).end('{}')
      return
    }
    const signed = new RegExp(`^AWS4-HMAC-SHA256 Credential=[^/]+/\\d{8}/[\\w-]+/${service}/aws4_request, `)
    if (!signed.test(incoming.headers.authorization ?? '')) {
      outgoing.writeHead(403).end()
      return
    }
    if (service === 'ssm') {
      const { Name } = JSON.parse(body) as { Name: string }
      const found = Name === DISTRIBUTION_ID_PARAMETER
      outgoing.writeHead(found ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
      outgoing.end(JSON.stringify(found ? { Parameter: { Name, Value: DISTRIBUTION_ID } } : {}))
      return
    }
    const paths = [...body.matchAll(/<Path>([^<]+)<\/Path>/g)].flatMap(([, path]) => path ?? [])
    const found = incoming.url === `/2020-05-31/distribution/${DISTRIBUTION_ID}/invalidation`
    if (found && body.includes(`<Quantity>${paths.length}</Quantity>`)) forgotten.push(...paths)
    outgoing.writeHead(found ? 201 : 404, { 'content-type': 'text/xml' }).end('<Invalidation/>')
  }

  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(process.env, { AWS_ENDPOINT_URL_SSM: endpoint, AWS_ENDPOINT_URL_CLOUDFRONT: endpoint })
  return {
    forgotten: {
      list: () => [...forgotten],
      clear: () => {
        forgotten.length = 0
      },
    },
    reads: () => reads,
    followed: () => followed,
    failWith: (fault, service) => {
      broken = fault === null ? null : { fault, service }
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
