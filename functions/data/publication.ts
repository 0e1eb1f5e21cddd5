import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { PUBLICATION, publicationRequestKey, publicationStateKey } from './keys.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll } from './table/read.ts'
import { update, updateIf } from './table/write.ts'

const Instant = v.optional(v.nullable(v.string()), null)

const StoredState = v.object({
  /** Number of requests so far. */
  requests: v.optional(v.number(), 0),
  /** The last good publication covers all requests up to this number. */
  published: v.optional(v.number(), 0),
  startedAt: Instant,
  /** While a publication runs: the instant at which its function has ended for certain. */
  runningUntil: Instant,
  finishedAt: Instant,
  failedAt: Instant,
  filesWritten: v.optional(v.number(), 0),
})

/** The last publication, and the one that runs. */
export type PublicationState = v.InferOutput<typeof StoredState> & {
  /** Time of the last request by an owner or an operator. */
  requestedAt: string | null
}

/** `begun`: the caller has the lock. `covered`: a publication that began after the request is done. */
type Beginning = 'begun' | 'covered' | 'running'

/**
 * Allows one publication at a time. Requests are numbered by the table, so that no two clocks are compared: a
 * publication covers the requests that were counted when it began.
 */
export function createPublications(table: Table) {
  const { client, name } = table

  /** Counts a request. One update. @returns its number */
  async function addRequest(): Promise<number> {
    const item = await update(table, {
      Key: publicationStateKey,
      UpdateExpression: 'ADD requests :one',
      ExpressionAttributeValues: { ':one': 1 },
    })
    return parseItem(StoredState, item).requests
  }

  /** Takes the lock until an instant, unless it is held or the request is covered. One conditional update. */
  async function begin(request: number, { runId, now, until }: Run): Promise<Beginning> {
    const result = await updateIf(table, {
      Key: publicationStateKey,
      UpdateExpression: 'SET runId = :id, startedAt = :now, runningUntil = :until, covering = requests',
      ConditionExpression:
        '(attribute_not_exists(runningUntil) OR runningUntil < :now) AND (attribute_not_exists(published) OR published < :request)',
      ExpressionAttributeValues: {
        ':id': runId,
        ':now': now.toISOString(),
        ':until': until.toISOString(),
        ':request': request,
      },
    })
    if (result.outcome === 'done') return 'begun'
    return parseItem(StoredState, result.found).published >= request ? 'covered' : 'running'
  }

  /** Ends a publication that went well. One conditional update, which does nothing when another run has the lock. */
  async function finish(
    runId: string,
    { now, filesWritten }: { now: Date; filesWritten: number },
  ): Promise<void> {
    await updateIf(table, {
      Key: publicationStateKey,
      UpdateExpression:
        'SET published = covering, finishedAt = :now, filesWritten = :files REMOVE runningUntil, failedAt',
      ConditionExpression: 'runId = :id',
      ExpressionAttributeValues: { ':id': runId, ':now': now.toISOString(), ':files': filesWritten },
    })
  }

  /** Ends a publication that failed. Its requests stay open. One conditional update. */
  async function fail(runId: string, now: Date): Promise<void> {
    await updateIf(table, {
      Key: publicationStateKey,
      UpdateExpression: 'SET failedAt = :now REMOVE runningUntil',
      ConditionExpression: 'runId = :id',
      ExpressionAttributeValues: { ':id': runId, ':now': now.toISOString() },
    })
  }

  /** Returns the state as last written. One query. */
  async function read(): Promise<PublicationState> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :publication',
      ExpressionAttributeValues: { ':publication': PUBLICATION },
      ConsistentRead: true,
    })
    const find = (key: { sk: string }) => items.find(({ sk }) => sk === key.sk) ?? {}
    const { requestedAt } = parseItem(v.object({ requestedAt: Instant }), find(publicationRequestKey))
    return { ...parseItem(StoredState, find(publicationStateKey)), requestedAt }
  }

  /** Orders a publication by an item that the table's stream carries to the publisher. One write. */
  async function order(now: Date): Promise<void> {
    const item = { ...publicationRequestKey, requestedAt: now.toISOString() }
    await attempt(() => client.send(new PutCommand({ TableName: name, Item: item })))
  }

  return { addRequest, begin, finish, fail, read, order }
}

type Run = { runId: string; now: Date; until: Date }

export type Publications = ReturnType<typeof createPublications>
