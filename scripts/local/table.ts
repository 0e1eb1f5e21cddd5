import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import * as v from 'valibot'
import type { Child, Children } from './children.ts'
import { LOOPBACK } from './http-server.ts'
import { StartRefusal } from './ports.ts'
import type { Templates } from './template/templates.ts'

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }))

const TableProperties = v.object({
  TableName: v.string(),
  KeySchema,
  AttributeDefinitions: v.array(
    v.object({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.object({
        IndexName: v.string(),
        KeySchema,
        Projection: v.object({
          ProjectionType: v.picklist(['ALL', 'INCLUDE', 'KEYS_ONLY']),
          NonKeyAttributes: v.optional(v.array(v.string())),
        }),
      }),
    ),
    [],
  ),
})

/** Starts the emulator on its file. With DYNAMODB_ENDPOINT set, that server is used instead, DynamoDB Local included. */
export async function startTable(
  children: Children,
  { port, file, log }: { port: number; file: string; log: (line: string) => void },
): Promise<{ endpoint: string; child: Child | null }> {
  const given = process.env.DYNAMODB_ENDPOINT
  if (given) return { endpoint: given, child: null }
  const args = ['--host', LOOPBACK, '--port', String(port), '--db-path', file]
  const child = await children.start({ name: 'La base de données', command: emulatorPath(), args, port, log })
  return { endpoint: `http://${LOOPBACK}:${port}`, child }
}

/**
 * Creates the table as the template declares it, unless it is there already.
 * @throws StartRefusal when the stored table has other keys or indexes than the template
 */
export async function createTable(templates: Templates, client: DynamoDBClient): Promise<void> {
  const wanted = tableInput(templates)
  const stored = await describe(client, wanted.TableName)
  if (!stored) {
    await client.send(new CreateTableCommand(wanted))
    return
  }
  if (shapeOf(stored) !== shapeOf(wanted)) {
    throw new StartRefusal(
      'La base de données locale a été créée par une autre version du projet. ' +
        'Recommencez avec des données neuves : npm start -- --reset',
    )
  }
}

/** The table of the templates, as CreateTable takes it. */
function tableInput(templates: Templates): CreateTableCommandInput & { TableName: string } {
  const { GlobalSecondaryIndexes, ...table } = templates.only('AWS::DynamoDB::Table').read(TableProperties)
  return {
    ...table,
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(({ Projection, ...index }) => ({
      ...index,
      Projection: {
        ProjectionType: Projection.ProjectionType,
        ...(Projection.NonKeyAttributes && { NonKeyAttributes: Projection.NonKeyAttributes }),
      },
    })),
  }
}

type Shape = Pick<CreateTableCommandInput, 'KeySchema' | 'GlobalSecondaryIndexes'>

async function describe(client: DynamoDBClient, TableName: string): Promise<Shape | null> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    return Table ? (Table as Shape) : null
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null
    throw error
  }
}

/** What of a table cannot change without making it anew. */
function shapeOf({ KeySchema: keys, GlobalSecondaryIndexes: indexes }: Shape): string {
  return JSON.stringify([
    keys?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
    indexes
      ?.map(({ IndexName = '', KeySchema: indexKeys, Projection }) => [
        IndexName,
        indexKeys?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
        Projection?.ProjectionType,
        Projection?.NonKeyAttributes?.toSorted(),
      ])
      .sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
  ])
}

function emulatorPath(): string {
  const name = '@dynoxide/linux-x64'
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide')
    if (existsSync(path)) return path
  } catch {
    // Not of this platform: said below.
  }
  throw new StartRefusal(
    "L'émulateur de la base de données n'existe que pour Linux x64. Sur cette machine, lancez DynamoDB Local " +
      '(ou un serveur compatible) et donnez son adresse : DYNAMODB_ENDPOINT=http://localhost:8000 npm start',
  )
}
