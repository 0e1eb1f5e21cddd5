import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { useEndpoints } from '#scripts/local/endpoints.ts'
import { awsOperation, startFakeService } from '#scripts/local/http-server.ts'
import { createTable, defineTable, startEmulator } from '#scripts/local/table.ts'
import { type ThrottleSubject, throttleKey } from '../data/keys.ts'
import { openTable, type Table } from '../data/table/client.ts'
import type { StoredItem } from '../data/table/table-shape.ts'
import { update } from '../data/table/write.ts'

export type Units = { read: number; write: number }

export type TestTable = Awaited<ReturnType<typeof startTable>>

type Listener = (operation: string, input: Record<string, unknown>) => void

/**
 * Starts a fresh table in the real emulator, shaped as in production. It sets the SDK's environment variables, so that
 * functions that are imported later find it as in the cloud. A proxy in between counts and breaks calls.
 */
export async function startTable() {
  const emulator = await startEmulator()
  let units: Units = { read: 0, write: 0 }
  let listener: Listener | null = null
  const proxy = await startFakeService({
    operationOf: awsOperation,
    handle: (operation, incoming, outgoing) =>
      forward(emulator.endpoint, incoming, outgoing, (call, answer) => {
        listener?.(operation, JSON.parse(call) as Record<string, unknown>)
        units = addUnits(units, operation, answer)
      }),
  })
  useEndpoints({ AWS_ENDPOINT_URL_DYNAMODB: proxy.url }, 'eu-west-3')
  Object.assign(process.env, {
    POWERTOOLS_METRICS_NAMESPACE: 'Test',
    POWERTOOLS_SERVICE_NAME: 'test',
    AUDIT_RETENTION_DAYS: '1095',
  })
  const name = `test-${randomUUID()}`
  await createTable(defineTable(name))
  proxy.operations.clear()
  const table = openTable(name)
  return {
    table,
    /** Address of the emulator itself. */
    endpoint: emulator.endpoint,
    /**
     * Sends later calls of every client to the emulator itself, for suites of many calls that neither count nor break
     * them. It must run before the first call, when the SDK reads the address.
     */
    bypassProxy: () => useEndpoints({ AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint }, 'eu-west-3'),
    /** Operations that reached the store since the last `clear`, such as 'UpdateItem'. */
    operations: {
      list: () => proxy.operations.list(),
      clear: () => {
        proxy.operations.clear()
        units = { read: 0, write: 0 }
      },
    },
    /** Capacity units consumed since the last `clear`, indexes included, as the store counted them. */
    units: () => units,
    /** Passes every later call of the store to a listener, as it was sent; null stops it. */
    watch: (next: Listener | null) => {
      listener = next
    },
    /** Replaces answers of the store; undefined passes a call on. */
    failWith: proxy.failWith,
    stop: async () => {
      table.client.destroy()
      await proxy.close()
      await emulator.stop()
    },
  }
}

export async function readItems({ client, name }: Table): Promise<StoredItem[]> {
  const items: StoredItem[] = []
  for await (const page of paginateScan({ client }, { TableName: name, ConsistentRead: true }))
    items.push(...((page.Items ?? []) as StoredItem[]))
  return items
}

/**
 * Passes a call on, asking for its consumed capacity, and its answer back after `seen` has read both. It works on text,
 * since parsing every call and answer would take longer than everything else.
 */
async function forward(
  endpoint: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  seen: (call: string, answer: string) => void,
): Promise<void> {
  const { method, headers, url } = incoming
  const call = await text(incoming)
  const body = `{"ReturnConsumedCapacity":"TOTAL",${call.slice(1)}`
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
  seen(call, answered)
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(answered)
}

type Capacity = { CapacityUnits: number }

/** Reads consume read units, other operations write units; transactions and batches report them by table. */
function addUnits(units: Units, operation: string, answer: string): Units {
  const [, capacities = '[]'] = /"ConsumedCapacity":(\{[^}]*\}|\[[^\]]*\])/.exec(answer) ?? []
  const consumed = [JSON.parse(capacities) as Capacity | Capacity[]]
    .flat()
    .reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
  return /^(?:Get|BatchGet|TransactGet|Query|Scan)/.test(operation)
    ? { ...units, read: units.read + consumed }
    : { ...units, write: units.write + consumed }
}

export const setCount = (table: Table, subject: ThrottleSubject, window: Date, count: number) =>
  update(table, throttleKey(subject, window), { set: { count } })
