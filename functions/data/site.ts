import * as v from 'valibot'
import type { ManagedSettings } from '#shared/contract/admin/settings.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Settings, SettingsView } from '#shared/entities/settings.ts'
import { writeAudited } from './audit.ts'
import { inboxFolderLookup, inboxFolderPart } from './inbox.ts'
import { PUBLICATION, publicationRequestKey, publicationStateKey, settingsKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { queryAll } from './table/query.ts'
import { type Lookup, parseItem, readOne, readTogether } from './table/read.ts'
import { putPart } from './table/transaction.ts'
import { put, update, updateIf, type WriteResult } from './table/write.ts'

const Instant = v.optional(v.nullable(v.string()), null)

const StoredState = v.object({
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

export type PublicationState = v.InferOutput<typeof StoredState> & { requestedAt: string | null }

/** `begun`: the caller has the lock. `covered`: a publication that began after the request is done. */
type Beginning = 'begun' | 'covered' | 'running'

/**
 * Allows one publication at a time. Requests are numbered by the table, so that no two clocks are compared: a
 * publication covers the requests that were counted when it began.
 */
export function createPublications(table: Table) {
  async function addRequest(): Promise<number> {
    const item = await update(table, publicationStateKey, { add: { requests: 1 } })
    return parseItem(StoredState, item).requests
  }

  async function begin(request: number, { runId, now, until }: Run): Promise<Beginning> {
    const startedAt = now.toISOString()
    const result = await updateIf(table, publicationStateKey, {
      set: { runId, startedAt, runningUntil: until.toISOString() },
      assign: { covering: 'requests' },
      where: `(attribute_not_exists(runningUntil) OR runningUntil < :now)
        AND (attribute_not_exists(published) OR published < :request)`,
      values: { now: startedAt, request },
    })
    if (result.outcome === 'done') return 'begun'
    return parseItem(StoredState, result.found).published >= request ? 'covered' : 'running'
  }

  /** Ignored when another run has the lock. */
  async function finish(runId: string, { now, filesWritten }: { now: Date; filesWritten: number }) {
    await updateIf(table, publicationStateKey, {
      seen: { runId },
      set: { finishedAt: now.toISOString(), filesWritten, runningUntil: undefined, failedAt: undefined },
      assign: { published: 'covering' },
    })
  }

  /** Its requests stay open. */
  async function fail(runId: string, now: Date): Promise<void> {
    const set = { failedAt: now.toISOString(), runningUntil: undefined }
    await updateIf(table, publicationStateKey, { seen: { runId }, set })
  }

  async function read(): Promise<PublicationState> {
    const items = await queryAll(table, { partition: PUBLICATION, isConsistent: true })
    const find = (key: { sk: string }) => items.find(({ sk }) => sk === key.sk) ?? {}
    const { requestedAt } = parseItem(v.object({ requestedAt: Instant }), find(publicationRequestKey))
    return { ...parseItem(StoredState, find(publicationStateKey)), requestedAt }
  }

  /** Orders a publication by an item that the table's stream carries to the publisher. */
  const order = (now: Date) => put(table, { ...publicationRequestKey, requestedAt: now.toISOString() })

  return { addRequest, begin, finish, fail, read, order }
}

type Run = { runId: string; now: Date; until: Date }

/**
 * The item holds nothing that owners alone may see, since functions that serve everyone read it. `first`: the settings
 * until some are stored, and the values of fields that an older item lacks.
 */
export function createSettings(table: Table, first: Settings) {
  const lookup: Lookup<SettingsView> = {
    key: settingsKey,
    parse: (item) => parseItem(SettingsView, { ...first, version: 0, ...item }),
  }

  const read = (): Promise<SettingsView> => readOne(table, lookup)

  async function readManaged(): Promise<ManagedSettings> {
    const [settings, inboxFolder] = await readTogether(table, lookup, inboxFolderLookup)
    return { ...settings, inboxFolder }
  }

  /** Puts settings in place of those read, which are one version older. Version 0 is never stored. */
  function replace(
    { version, ...before }: ManagedSettings,
    { inboxFolder, ...after }: Omit<ManagedSettings, 'version'>,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    const item = { ...settingsKey, ...after, version: version + 1 }
    return writeAudited(
      table,
      entry,
      putPart(table, item, { seen: { version: version === 0 ? undefined : version } }),
      ...(inboxFolder === before.inboxFolder ? [] : [inboxFolderPart(table, inboxFolder)]),
    )
  }

  return { lookup, read, readManaged, replace }
}
