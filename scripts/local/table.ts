import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { Child } from './child.ts'
import { LOOPBACK } from './http-server.ts'
import { freePort, StartRefusal } from './options.ts'

export type Emulator = Awaited<ReturnType<typeof startEmulator>>

/** In some 30 ms. @param options.file the file of its tables; without one they are in memory */
export async function startEmulator(options: { file?: string; log?: (line: string) => void } = {}) {
  const given = process.env.DYNAMODB_ENDPOINT
  if (given) return { endpoint: given, port: Number(new URL(given).port), child: null, stop: async () => {} }
  const { file, log } = options
  const port = await freePort()
  const args = ['--host', LOOPBACK, '--port', String(port), ...(file ? ['--db-path', file] : [])]
  const child = new Child({
    name: 'La base de données',
    command: emulatorPath(),
    args,
    port,
    ...(log && { log }),
  })
  await child.start()
  return { endpoint: `http://${LOOPBACK}:${port}`, port, child, stop: () => child.stop() }
}

/** Each machine has a package of its own, of which npm installs one. @throws StartRefusal where it is not installed */
function emulatorPath(): string {
  const { platform, arch } = process
  try {
    const program = `@dynoxide/${platform}-${arch}/dynoxide${platform === 'win32' ? '.exe' : ''}`
    const path = createRequire(import.meta.url).resolve(program)
    if (existsSync(path)) return path
  } catch {
    // The caller reports a missing package.
  }
  throw new StartRefusal(
    `L'émulateur de la base de données n'est pas installé pour ${platform} ${arch}. Lancez DynamoDB ` +
      'Local (ou un serveur compatible) et donnez son adresse : DYNAMODB_ENDPOINT=http://localhost:8000 npm start',
  )
}

export async function createTable(definition: CreateTableCommandInput): Promise<void> {
  const client = new DynamoDBClient({})
  try {
    await client.send(new CreateTableCommand({ ...definition, BillingMode: 'PAY_PER_REQUEST' }))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  } finally {
    client.destroy()
  }
}

/** Tests do without a stream, since DynamoDB Local reads everything that it has streamed at every call. */
export const STREAM = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } as const

/** With the shape of production, without its stream. */
export function defineTable(TableName: string): CreateTableCommandInput {
  const indexes = Object.values(tableShape.indexes)
  const keys = [tableShape, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
  const schema = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ]
  return {
    TableName,
    // Two indexes of the same keys stand side by side while one replaces the other.
    AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
    KeySchema: schema(tableShape),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: schema(index),
      Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projected] },
    })),
  }
}
