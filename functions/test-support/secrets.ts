import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Secrets = { values: Map<string, string>; reads(): number; stop(): void }

/** Secrets Manager's two calls on loopback; the SDK's own variables point at it. */
export async function startSecrets(): Promise<Secrets> {
  const values = new Map<string, string>()
  let reads = 0
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { SecretId, SecretString } = JSON.parse(await text(incoming)) as Record<string, string>
    const isWrite = String(incoming.headers['x-amz-target']).endsWith('.PutSecretValue')
    if (isWrite) values.set(SecretId ?? '', SecretString ?? '')
    else reads += 1
    const value = values.get(SecretId ?? '')
    outgoing.writeHead(value === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
    outgoing.end(
      JSON.stringify(
        value === undefined
          ? { __type: 'ResourceNotFoundException', message: '' }
          : { Name: SecretId, SecretString: value },
      ),
    )
  }
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  return {
    values,
    reads: () => reads,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
