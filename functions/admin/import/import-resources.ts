import { isDeepStrictEqual } from 'node:util'
import { LINE_END } from '#shared/domain/csv/csv-text.ts'
import { managedResource } from '#shared/domain/documents/document-input.ts'
import { countFitting, jsonBytes, MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import type { Actor, AuditEntry, AuditValues } from '#shared/entities/audit-entry.ts'
import { auditEntry } from '../../data/audit.ts'
import { newestFirst } from '../../data/keys.ts'
import { MAX_CHANGES, type ResourceChange } from '../../data/resources.ts'
import { encodeCursor } from '../../data/table/query.ts'
import { READ_BATCH_SIZE } from '../../data/table/read.ts'
import type { WriteResult } from '../../data/table/write.ts'
import type { Deps } from '../../http/use-case.ts'
import type { EdgeCache } from '../after-changes.ts'
import { isSameFile, resourceValues } from '../document-fields.ts'
import { type CsvLine, csvHeader, csvRow, readCsv, resourceFormat } from './csv.ts'
import { conflictReport, createLookUp, type LineReport, type PlannedLine, planLines } from './plan.ts'

type ImportDeps = Pick<Deps, 'resources' | 'clock'> & { edgeCache: EdgeCache }

export type ImportOptions = {
  isDryRun: boolean
  /** Called before each batch but the first. Returns whether there is time for it. */
  mayGoOn: (done: number, lines: number) => boolean
  /** No further batch is begun once the reports take so many bytes of JSON. @default no limit */
  maxReportBytes?: number
}

const TRIES = 3

/**
 * Imports resources in batches of lines, each of which is written as one with its audit entries. Lines that are stored
 * already change nothing, so that a file may be imported again. @returns a report for each processed line, and the line
 * to continue from (null when all are done)
 */
export async function importResources(
  deps: ImportDeps,
  actor: Actor,
  csv: string,
  { isDryRun, mayGoOn, maxReportBytes = Number.POSITIVE_INFINITY }: ImportOptions,
): Promise<{ lines: LineReport[]; nextLine: number | null }> {
  const lines = readCsv(csv, resourceFormat)
  const lookUp = createLookUp(deps)
  let claims: ReadonlyMap<string, number> = new Map()
  const reports: LineReport[] = []
  let reportBytes = 0
  for (let start = 0; start < lines.length; start += MAX_CHANGES) {
    if (start > 0 && (reportBytes > maxReportBytes || !mayGoOn(start, lines.length)))
      return { lines: reports, nextLine: lines[start]?.line ?? null }
    const batch = await importBatch(lines.slice(start, start + MAX_CHANGES))
    reportBytes += jsonBytes(JSON.stringify(batch))
    reports.push(...batch)
  }
  return { lines: reports, nextLine: null }

  async function importBatch(batch: readonly CsvLine[]): Promise<LineReport[]> {
    let planned: PlannedLine[] = []
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const plan = planLines(batch, await lookUp(batch), claims, deps.clock.now())
      planned = plan.planned
      const changes = planned.flatMap(({ change }) => change ?? [])
      if (isDryRun || changes.length === 0 || (await write(deps, actor, changes)) === 'written') {
        claims = plan.claims
        return planned.map(({ report }) => report)
      }
    }
    return planned.map(conflictReport)
  }
}

async function write(
  { resources, edgeCache, clock }: ImportDeps,
  actor: Actor,
  changes: readonly ResourceChange[],
): Promise<WriteResult> {
  const entries = importEntries(actor, clock.now(), changes)
  const result = await resources.writeBatch(changes, entries)
  if (result === 'conflict') return result
  const replaced = changes.filter(({ before, after }) => before && !isSameFile(before, after))
  await edgeCache.forget(...replaced.map(({ after }) => after.id))
  return result
}

/** Limit of the values of an entry, in bytes of JSON. DynamoDB accepts items of 400 kB. */
const MAX_ENTRY_BYTES = 300_000

type Line = { id: string; before: AuditValues; after: AuditValues }

/** The values of each new resource, and the changed fields of the others. Too large an entry is split. */
function importEntries(actor: Actor, now: Date, changes: readonly ResourceChange[]): AuditEntry[] {
  const lines = changes.map(lineOf)
  const { created = [], updated = [] } = Object.groupBy(lines, ({ before }) =>
    before ? 'updated' : 'created',
  )
  return [
    ...splitBySize(created).map((part) => auditEntry(actor, now, summary('CREATE_RESOURCES', part))),
    ...splitBySize(updated).map((part) =>
      auditEntry(actor, now, { ...summary('UPDATE_RESOURCES', part), before: byId(part, 'before') }),
    ),
  ]
}

function lineOf({ before, after }: ResourceChange): Line {
  const values = resourceValues(after)
  if (!before) return { id: after.id, before, after: values }
  const earlier = resourceValues(before)
  // The title identifies the resource, also when it is unchanged.
  const names = Object.keys(values).filter(
    (name) => name === 'title' || !isDeepStrictEqual(earlier[name], values[name]),
  )
  const pick = (from: typeof values) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { id: after.id, before: pick(earlier), after: pick(values) }
}

function summary<Action extends AuditEntry['action']>(action: Action, lines: readonly Line[]) {
  const target = lines.length === 1 ? '1 ressource' : `${lines.length} ressources`
  return { action, target, after: byId(lines, 'after') }
}

const byId = (lines: readonly Line[], side: 'before' | 'after') =>
  Object.fromEntries(lines.map((line) => [line.id, line[side]]))

function splitBySize(lines: readonly Line[]): Line[][] {
  if (lines.length === 0) return []
  const texts = lines.map((line) => JSON.stringify(line))
  const count = Math.max(1, countFitting(texts, MAX_ENTRY_BYTES))
  return [lines.slice(0, count), ...splitBySize(lines.slice(count))]
}

type ExportOptions = {
  cursor?: string | undefined
  /** Called before each batch but the first. Returns whether there is time for it. */
  mayGoOn: () => boolean
  maxBytes?: number
}

/** Exports resources as CSV for the import, newest first, as many as fit into one answer. Each page is a file. */
export async function exportResources(
  { resources }: Pick<Deps, 'resources'>,
  { cursor, mayGoOn, maxBytes = MAX_TEXT_BYTES }: ExportOptions,
): Promise<{ csv: string; nextCursor: string | null }> {
  const { columns } = resourceFormat
  const header = csvHeader(columns)
  const lines: string[] = []
  let bytes = jsonBytes(header)
  let next = cursor
  do {
    const { items, nextCursor } = await resources.listPage({ limit: READ_BATCH_SIZE, cursor: next })
    const rows = items.map((resource) => LINE_END + csvRow(columns, managedResource(resource)))
    const fitting = countFitting(rows, maxBytes - bytes)
    // A page without rows would be followed by itself.
    const count = lines.length === 0 ? Math.max(fitting, 1) : fitting
    lines.push(...rows.slice(0, count))
    const last = items[count - 1]
    if (count < rows.length)
      return {
        csv: header + lines.join(''),
        nextCursor: last ? encodeCursor(newestFirst(last)) : (next ?? null),
      }
    bytes += rows.reduce((sum, row) => sum + jsonBytes(row), 0)
    next = nextCursor ?? undefined
  } while (next !== undefined && mayGoOn())
  return { csv: header + lines.join(''), nextCursor: next ?? null }
}
