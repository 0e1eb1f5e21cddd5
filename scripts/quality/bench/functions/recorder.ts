import { buffer } from 'node:stream/consumers'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type {
  BatchGetCommandInput,
  GetCommandInput,
  QueryCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { LOOPBACK, listen } from '#scripts/local/http-server.ts'

/** A call of the table as a document client is given it: those that routes make which the bench looks at. */
export type TableCall =
  | { operation: 'GetItem'; input: GetCommandInput }
  | { operation: 'Query'; input: QueryCommandInput }
  | { operation: 'BatchGetItem'; input: BatchGetCommandInput }
  | { operation: 'UpdateItem'; input: UpdateCommandInput }

export type Recorder = { endpoint: string; calls: TableCall[]; close: () => Promise<void> }

/** Stands in front of the table and writes down what is asked of it. */
export async function startRecorder(endpoint: string): Promise<Recorder> {
  const calls: TableCall[] = []
  const server = await listen(0, async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const target = String(incoming.headers['x-amz-target'])
    const input = documentOf(JSON.parse(body.toString()))
    calls.push({ operation: target.split('.')[1], input } as TableCall)
    const type = incoming.headers['content-type'] ?? ''
    const { authorization = '', 'x-amz-date': date } = incoming.headers
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': type, authorization, 'x-amz-target': target, 'x-amz-date': String(date) },
      body: new Uint8Array(body),
    })
    outgoing.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  return { endpoint: `http://${LOOPBACK}:${server.port}`, calls, close: server.close }
}

type Item = Record<string, AttributeValue>

/** What travelled, as it is written for a document client. */
function documentOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, part]: [string, unknown]) => {
    if (name === 'Key' || name === 'ExpressionAttributeValues' || name === 'ExclusiveStartKey')
      return [name, unmarshall(part as Item)]
    if (name === 'Keys') return [name, (part as Item[]).map((key) => unmarshall(key))]
    return [name, documentOf(part)]
  })
  return Object.fromEntries(entries) as unknown
}
