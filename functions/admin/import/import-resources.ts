import { jsonBytes } from '#shared/domain/payload-limit.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import { MAX_CHANGES, type ResourceChange } from '../../data/resources.ts'
import type { WriteResult } from '../../data/table/write.ts'
import type { Deps } from '../../http/deps.ts'
import { isSameFile } from '../document-fields.ts'
import type { EdgeCache } from '../edge-cache.ts'
import { type CsvLine, readCsv, resourceFormat } from './csv.ts'
import { createLookUp } from './existing.ts'
import { importEntries } from './import-entries.ts'
import { type Claims, type LineReport, overtaken, type PlannedLine, planLines } from './plan.ts'

type ImportDeps = Pick<Deps, 'resources' | 'clock'> & { edgeCache: EdgeCache }

export type ImportOptions = {
  /** True to report the outcome of the lines without writing them. */
  isDryRun: boolean
  /**
   * Called before each batch but the first, with the number of lines that are done. Returns whether there is time for
   * it.
   */
  mayGoOn: (done: number, lines: number) => boolean
  /** No further batch is begun once the reports take so many bytes of JSON. @default no limit */
  maxReportBytes?: number
}

/** Limit of plans of one batch that other changes overtake. */
const TRIES = 3

/**
 * Imports the resources of a CSV file in batches of lines: each batch is read, compared with the stored resources, and
 * written as one with its audit entries. Lines that are stored already change nothing, so that a file may be imported
 * again. Lines with faults are reported and left out.
 * @returns a report for each processed line, and the line to continue from (null when all are done)
 * @throws DomainError INVALID_REQUEST for a file of another form
 */
export async function importResources(
  deps: ImportDeps,
  actor: Actor,
  csv: string,
  { isDryRun, mayGoOn, maxReportBytes = Number.POSITIVE_INFINITY }: ImportOptions,
): Promise<{ lines: LineReport[]; nextLine: number | null }> {
  const lines = readCsv(csv, resourceFormat)
  const importer = batchImporter(deps, actor, isDryRun)
  const reports: LineReport[] = []
  let reportBytes = 0
  for (let start = 0; start < lines.length; start += MAX_CHANGES) {
    if (start > 0 && (reportBytes > maxReportBytes || !mayGoOn(start, lines.length)))
      return { lines: reports, nextLine: lines[start]?.line ?? null }
    const batch = await importer(lines.slice(start, start + MAX_CHANGES))
    reportBytes += jsonBytes(JSON.stringify(batch))
    reports.push(...batch)
  }
  return { lines: reports, nextLine: null }
}

/** Imports one batch after the other. A batch takes the lines of earlier ones into account. */
function batchImporter(deps: ImportDeps, actor: Actor, isDryRun: boolean) {
  const lookUp = createLookUp(deps)
  let claims: Claims = new Map()

  return async function importBatch(lines: readonly CsvLine[]): Promise<LineReport[]> {
    let planned: PlannedLine[] = []
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const plan = planLines(lines, await lookUp(lines), claims, deps.clock.now())
      planned = plan.planned
      const changes = planned.flatMap(({ change }) => change ?? [])
      if (isDryRun || changes.length === 0 || (await write(deps, actor, changes)) === 'written') {
        claims = plan.claims
        return planned.map(({ report }) => report)
      }
    }
    return planned.map(overtaken)
  }
}

async function write(
  { resources, edgeCache, clock }: ImportDeps,
  actor: Actor,
  changes: readonly ResourceChange[],
): Promise<WriteResult> {
  const entries = importEntries(actor, clock.now(), changes)
  const result = await resources.writeBatch(changes, entries)
  if (result === 'overtaken') return result
  const replaced = changes.filter(({ before, after }) => before && !isSameFile(before, after))
  await edgeCache.forget(...replaced.map(({ after }) => after.id))
  return result
}
