import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams'
import * as v from 'valibot'
import type { Invoke } from './runtime/functions.ts'
import type { Resource, Templates } from './template/templates.ts'

// The event source mappings of the templates: queues of SQS, kept in memory, and the table's stream.

function listMappings(templates: Templates, isOfQueue: boolean): Resource[] {
  return templates
    .all('AWS::Lambda::EventSourceMapping')
    .filter(
      (mapping) =>
        mapping.read(v.object({ EventSourceArn: v.string() })).EventSourceArn.startsWith('arn:aws:sqs:') ===
        isOfQueue,
    )
}

const QueueMapping = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  BatchSize: v.optional(v.number(), 10),
  ScalingConfig: v.object({ MaximumConcurrency: v.number() }),
})
const Redrive = v.object({ RedrivePolicy: v.object({ maxReceiveCount: v.number() }) })

type Message = { messageId: string; body: string; attempts: number }

type QueueOptions = {
  mapping: v.InferOutput<typeof QueueMapping>
  /** A message that fails so often is dropped. */
  attempts: number
  invoke: Invoke
  log: (line: string) => void
  stopping: AbortSignal
}

/** @returns what puts a message into the queue, and returns its id */
function createQueue({ mapping, attempts, invoke, log, stopping }: QueueOptions): (body: string) => string {
  const { EventSourceArn: eventSourceARN, FunctionName, BatchSize, ScalingConfig } = mapping
  const waiting: Message[] = []
  let running = 0
  function deliver(): void {
    while (!stopping.aborted && running < ScalingConfig.MaximumConcurrency && waiting.length > 0) {
      running += 1
      void call(waiting.splice(0, BatchSize)).finally(() => {
        running -= 1
        deliver()
      })
    }
  }
  async function call(messages: readonly Message[]): Promise<void> {
    const Records = messages.map(({ messageId, body }) => ({ messageId, body, eventSourceARN }))
    const outcome = await invoke(FunctionName, { Records })
    if (outcome.kind !== 'failed' || stopping.aborted) return
    for (const message of messages) {
      message.attempts += 1
      // The cloud waits for the queue's visibility timeout.
      if (message.attempts < attempts) setTimeout(() => add(message), 1_000 * 2 ** message.attempts).unref()
      else log(`${eventSourceARN}: ${message.body} is dropped: ${outcome.error.errorMessage}`)
    }
  }
  function add(message: Message): void {
    waiting.push(message)
    deliver()
  }
  return (body) => {
    const messageId = randomUUID()
    add({ messageId, body, attempts: 0 })
    return messageId
  }
}

export type Queues = {
  /** @returns the id of the message; null where there is no such queue */
  send: (url: string, body: string) => string | null
  stop: () => void
}

export function createQueues(
  templates: Templates,
  { invoke, log }: Pick<QueueOptions, 'invoke' | 'log'>,
): Queues {
  const stopping = new AbortController()
  const mappings = listMappings(templates, true).map((mapping) => mapping.read(QueueMapping))
  const sendTo = new Map(
    templates.all('AWS::SQS::Queue').flatMap((queue) => {
      const mapping = mappings.find(({ EventSourceArn }) => EventSourceArn === queue.attribute('Arn'))
      if (!mapping) return []
      const attempts = queue.read(Redrive).RedrivePolicy.maxReceiveCount
      return [[queue.id, createQueue({ mapping, attempts, invoke, log, stopping: stopping.signal })] as const]
    }),
  )
  return { send: (url, body) => sendTo.get(url)?.(body) ?? null, stop: () => stopping.abort() }
}

const POLL_MS = 500

const Rule = v.union([v.string(), v.strictObject({ prefix: v.string() })])
const Pattern = v.strictObject({
  dynamodb: v.strictObject({ Keys: v.record(v.string(), v.strictObject({ S: v.array(Rule) })) }),
})
const StreamMapping = v.object({
  FunctionName: v.string(),
  MaximumBatchingWindowInSeconds: v.number(),
  MaximumRetryAttempts: v.number(),
  FilterCriteria: v.object({
    Filters: v.array(v.object({ Pattern: v.pipe(v.string(), v.parseJson(), Pattern) })),
  }),
})
export type StreamMapping = v.InferOutput<typeof StreamMapping>

export function readStreamMappings(templates: Templates): StreamMapping[] {
  return listMappings(templates, false).map((mapping) => mapping.read(StreamMapping))
}

/** Matches a change with the patterns as Lambda does. */
function isWanted({ dynamodb }: StreamRecord, { FilterCriteria }: StreamMapping): boolean {
  return FilterCriteria.Filters.some((filter) =>
    Object.entries(filter.Pattern.dynamodb.Keys).every(([name, { S }]) => {
      const key = dynamodb?.Keys?.[name]?.S ?? ''
      return S.some((rule) => (typeof rule === 'string' ? key === rule : key.startsWith(rule.prefix)))
    }),
  )
}

/**
 * Collected for the mapping's window, one call at a time, and again with growing pauses when it fails.
 * @returns the function that ends it
 */
export async function followStream({
  tableName,
  mapping,
  invoke,
}: {
  tableName: string
  mapping: StreamMapping
  invoke: Invoke
}): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  const read = await openStream(tableName)
  const pause = (ms: number) => sleep(ms, undefined, { signal })
  const follow = async () => {
    for (;;) {
      await pause(POLL_MS)
      const first = await read()
      if (!first.some((record) => isWanted(record, mapping))) continue
      await pause(mapping.MaximumBatchingWindowInSeconds * 1_000)
      const Records = [...first, ...(await read())].filter((record) => isWanted(record, mapping))
      for (let attempt = 0; attempt <= mapping.MaximumRetryAttempts; attempt += 1) {
        const { kind } = await invoke(mapping.FunctionName, { Records })
        if (kind !== 'failed') break
        await pause(1_000 * 2 ** attempt)
      }
    }
  }
  const following = follow().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return async () => {
    stopping.abort()
    await following
  }
}

/** @returns what reads the changes since the last reading */
async function openStream(tableName: string): Promise<() => Promise<StreamRecord[]>> {
  const tables = new DynamoDBClient({})
  const { Table } = await tables.send(new DescribeTableCommand({ TableName: tableName }))
  tables.destroy()
  const StreamArn = Table?.LatestStreamArn
  const client = new DynamoDBStreamsClient({})
  /** Positions in each shard; undefined at its end. */
  const iterators = new Map<string, string | undefined>()
  async function openShards(ShardIteratorType: 'LATEST' | 'TRIM_HORIZON'): Promise<void> {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }))
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      if (iterators.has(ShardId)) continue
      const command = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType })
      iterators.set(ShardId, (await client.send(command)).ShardIterator)
    }
  }
  await openShards('LATEST')
  return async () => {
    await openShards('TRIM_HORIZON')
    const found: StreamRecord[] = []
    for (const [shard, ShardIterator] of iterators) {
      if (!ShardIterator) continue
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }))
      found.push(...Records)
      iterators.set(shard, NextShardIterator)
    }
    return found
  }
}
