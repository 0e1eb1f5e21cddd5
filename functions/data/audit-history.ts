import { DomainError } from '#shared/domain/domain-error.ts'
import { type ActorActivity, type AuditEntry, actorLabel } from '#shared/entities/audit-entry.ts'
import { activityLookup } from './audit.ts'
import type { Table } from './client.ts'
import { actorKey, auditKey } from './keys.ts'
import { readExisting, readOne } from './read.ts'
import { type TransactionPart, writeTogether } from './write.ts'

/** An entry of another log. It is shown as any other; `movedFrom` is its id there. */
export type MovedEntry = AuditEntry & { movedFrom: string }

/** With the actor's counter well within the 100 parts of a transaction. */
const ENTRIES = 90
/** A transaction takes 4 MB, as stored; this is JSON text, which is about as long. */
const BYTES = 2_000_000
/** DynamoDB reads at most 100 items a batch. */
const READ_SIZE = 100
/** How often a batch is written anew when its actor did something else meanwhile. */
const TRIES = 5

/** The log's past: entries that were made elsewhere, under their own dates. */
export function createAuditHistory(table: Table) {
  /** Those of the entries that are not in the log yet. Consistent batches of reads. */
  async function listMissing(entries: readonly MovedEntry[]): Promise<MovedEntry[]> {
    const keys = [...new Map(entries.map(auditKey).map((key) => [key.sk, key])).values()]
    const found = new Set<string>()
    for (let start = 0; start < keys.length; start += READ_SIZE)
      for (const { sk } of await readExisting(table, keys.slice(start, start + READ_SIZE), {
        ConsistentRead: true,
      }))
        found.add(sk)
    return entries.filter((entry) => !found.has(auditKey(entry).sk))
  }

  /**
   * Adds entries that are missing, in batches of one actor: one transaction each, with the actor's count, first and last
   * action. Those that are there change nothing, so that adding them again does no harm.
   * @param progress hears after each batch how many are done
   * @throws DomainError CONFLICT when an actor keeps acting meanwhile
   */
  async function add(entries: readonly MovedEntry[], progress: (done: number) => void): Promise<void> {
    let done = 0
    for (const batch of batchesOf(entries)) {
      await addBatch(batch)
      done += batch.length
      progress(done)
    }
  }

  async function addBatch(batch: readonly MovedEntry[]): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const missing = await listMissing(batch)
      const [first] = missing
      if (!first) return
      const activity = await readOne(table, activityLookup(first.actor))
      const parts = [countingPart(missing, first, activity), ...missing.map(entryPart)]
      if ((await writeTogether(table, parts)).length === 0) return
    }
    throw new DomainError('CONFLICT')
  }

  function entryPart(entry: MovedEntry): TransactionPart {
    return {
      Put: {
        TableName: table.name,
        Item: { ...auditKey(entry), ...entry },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    }
  }

  /** Past entries may be the first and need not be the last: both are compared with what was read. */
  function countingPart(
    added: readonly MovedEntry[],
    { actor }: MovedEntry,
    activity: ActorActivity | null,
  ): TransactionPart {
    const instants = [...added.map(({ createdAt }) => createdAt), activity?.first, activity?.last]
    const known = instants.filter((at) => at !== undefined).toSorted()
    return {
      Update: {
        TableName: table.name,
        Key: actorKey(actor),
        UpdateExpression: 'SET actor = :actor, #first = :first, #last = :last ADD #count :added',
        ConditionExpression: activity ? '#count = :seen' : 'attribute_not_exists(pk)',
        ExpressionAttributeNames: { '#first': 'first', '#last': 'last', '#count': 'count' },
        ExpressionAttributeValues: {
          ':actor': actor,
          ':first': known.at(0),
          ':last': known.at(-1),
          ':added': added.length,
          ':seen': activity?.count,
        },
      },
    }
  }

  return { listMissing, add }
}

/** Batches of one actor each that a transaction takes, oldest entries first. */
function batchesOf(entries: readonly MovedEntry[]): MovedEntry[][] {
  const oldestFirst = entries.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  return [...Map.groupBy(oldestFirst, ({ actor }) => `${actor.type} ${actorLabel(actor)}`).values()].flatMap(
    split,
  )
}

function split(entries: readonly MovedEntry[]): MovedEntry[][] {
  const batches: MovedEntry[][] = []
  let batch: MovedEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry))
    if (batch.length > 0 && (batch.length === ENTRIES || bytes + size > BYTES)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(entry)
    bytes += size
  }
  return batch.length > 0 ? [...batches, batch] : batches
}
