import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openTable, type Table } from '../data/client.ts'
import { tableShape } from '../data/table-shape.ts'
import { startEmulator } from './emulator.ts'

type Fault = { status: number; type: string } | { answer: object } | 'reset'

export type Units = { read: number; write: number }

export type TestTable = {
  table: Table
  /** The emulator itself, for who makes so many calls that counting them would take longer than answering. */
  endpoint: string
  /** Operations that reached the store since the last `clear`, such as 'UpdateItem'. */
  operations: { list(): string[]; clear(): void }
  /** Capacity units consumed since the last `clear`, indexes included, as the store counted them. */
  units(): Units
  /** Answers in the store's place; undefined lets a call through. */
  failWith(fault: (operation: string) => Fault | undefined): void
  stop(): Promise<void>
}

/**
 * A fresh table in the real emulator, shaped as in production. The SDK's own variables point at it, so that functions
 * that are imported afterwards find it as they would in the cloud. A proxy in between counts and breaks calls.
 */
export async function startTable(): Promise<TestTable> {
  const emulator = await startEmulator()
  const seen: string[] = []
  let units: Units = { read: 0, write: 0 }
  let fault: (operation: string) => Fault | undefined = () => undefined
  const proxy = createServer((incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    seen.push(operation)
    const broken = fault(operation)
    if (broken === 'reset') {
      incoming.socket.destroy()
      return
    }
    if (broken && 'answer' in broken) {
      outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      outgoing.end(JSON.stringify(broken.answer))
      return
    }
    if (broken) {
      outgoing.writeHead(broken.status, { 'content-type': 'application/x-amz-json-1.0' })
      outgoing.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${broken.type}`, message: '' }))
      return
    }
    void forward(emulator.endpoint, incoming, outgoing, (answer) => {
      units = added(units, operation, answer)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    POWERTOOLS_METRICS_NAMESPACE: 'Test',
    POWERTOOLS_SERVICE_NAME: 'test',
  })
  const name = `test-${randomUUID()}`
  await createTable(name)
  seen.length = 0
  const table = openTable(name)
  return {
    table,
    endpoint: emulator.endpoint,
    operations: {
      list: () => [...seen],
      clear: () => {
        seen.length = 0
        units = { read: 0, write: 0 }
      },
    },
    units: () => units,
    failWith: (next) => {
      fault = next
    },
    stop: async () => {
      table.client.destroy()
      proxy.closeAllConnections()
      proxy.close()
      emulator.stop()
    },
  }
}

/** Passes a call on, asking the store to say what it cost, and its answer back once `seen` has read it. */
async function forward(
  endpoint: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  seen: (answer: string) => void,
): Promise<void> {
  const { method, headers, url } = incoming
  const call = JSON.parse(await text(incoming)) as Record<string, unknown>
  const body = JSON.stringify({ ...call, ReturnConsumedCapacity: 'TOTAL' })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = String(Buffer.byteLength(body))
    request(
      new URL(url ?? '/', endpoint),
      { method, headers: { ...headers, 'content-length': length } },
      resolve,
    )
      .once('error', reject)
      .end(body)
  })
  const answered = await text(answer)
  seen(answered)
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(answered)
}

/** Reads cost read units, everything else write units; transactions and batches say it table by table. */
function added(units: Units, operation: string, answer: string): Units {
  const { ConsumedCapacity } = JSON.parse(answer) as { ConsumedCapacity?: Capacity | Capacity[] }
  const consumed = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
  return /^(?:Get|BatchGet|TransactGet|Query|Scan)/.test(operation)
    ? { ...units, read: units.read + consumed }
    : { ...units, write: units.write + consumed }
}

type Capacity = { CapacityUnits: number }

/** Creates a table, shaped as in production, where the SDK's own variables point. */
export async function createTable(name: string): Promise<void> {
  const indexes = Object.values(tableShape.indexes)
  const keys = [tableShape, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
  const schema = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ]
  const client = new DynamoDBClient({})
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      KeySchema: schema(tableShape),
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: schema(index),
        Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projected] },
      })),
    }),
  )
  client.destroy()
}
