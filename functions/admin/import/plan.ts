import type * as v from 'valibot'
import type { ImportedLine } from '#shared/contract/admin/resources.ts'
import { importMessages as texts } from '#shared/domain/csv/import-messages.ts'
import type { Place } from '#shared/domain/csv/resource-csv.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { type ResourceChange } from '../../data/resources.ts'
import { changedDocument, derivedId, newDocument } from '../document-fields.ts'
import type { CsvLine } from './csv.ts'
import { type Existing, placeId } from './existing.ts'
import { idOf, lineFields, readPlace } from './line-input.ts'

export type LineReport = v.InferOutput<typeof ImportedLine>

/** The report of a line, and its change or null. */
export type PlannedLine = { report: LineReport; change: ResourceChange | null }

/** The line numbers by the ids of their resources. A file may contain each resource once. */
export type Claims = ReadonlyMap<string, number>

/**
 * Plans the lines of a batch, in their order.
 * @param claims the claims of earlier lines
 * @returns also the claims including these lines
 */
export function planLines(
  lines: readonly CsvLine[],
  existing: Existing,
  claims: Claims,
  now: Date,
): { planned: PlannedLine[]; claims: Claims } {
  const claimed = new Map(claims)
  const planned = lines.map((line) => {
    const target = targetOf(line, existing)
    if (target.kind === 'ambiguous') return refused(line, [{ path: '', message: texts.ambiguous }])
    const read = lineFields(line, target.before)
    if (read.outcome === 'refused') return refused(line, read.errors)
    const earlier = claimed.get(target.id)
    if (earlier !== undefined) return refused(line, [{ path: '', message: texts.doubled(earlier) }])
    claimed.set(target.id, line.line)
    if (target.before === null)
      return done(line, 'created', {
        before: null,
        after: { id: target.id, ...read.fields, ...newDocument(now) },
      })
    const after = changedDocument(target.before, read.fields, now)
    return after ? done(line, 'updated', { before: target.before, after }) : done(line, 'unchanged', null)
  })
  return { planned, claims: claimed }
}

/** Returns the report of a line whose change was overtaken. */
export function overtaken({ report, change }: PlannedLine): LineReport {
  if (!change) return report
  return { line: report.line, outcome: 'refused', errors: [{ path: '', message: texts.changedSince }] }
}

type Target = { kind: 'one'; id: string; before: Resource | null } | { kind: 'ambiguous' }

/** Returns the resource of a line: by its id, else by its place. */
function targetOf(line: CsvLine, existing: Existing): Target {
  const id = idOf(line)
  if (id !== null) return { kind: 'one', id, before: existing.byId.get(id) ?? null }
  const place = readPlace(line)
  // The line has faults, which reading all of it reports.
  if (!place) return { kind: 'one', id: '', before: null }
  const candidates = existing.inPlace(place)
  if (candidates.length === 0) return { kind: 'one', id: freeId(place, existing), before: null }
  const meant =
    candidates.length === 1 ? candidates : candidates.filter(({ title }) => title === line.cells.title)
  const [before] = meant
  return before && meant.length === 1 ? { kind: 'one', id: before.id, before } : { kind: 'ambiguous' }
}

/** Returns the id of the place, or another one when the resource with that id was moved to another place. */
function freeId(place: Place, existing: Existing): string {
  const id = placeId(place)
  const moved = existing.byId.get(id)
  return moved ? derivedId(id, moved.updatedAt) : id
}

function done(
  { line }: CsvLine,
  outcome: 'created' | 'updated' | 'unchanged',
  change: ResourceChange | null,
): PlannedLine {
  return { report: { line, outcome, errors: [] }, change }
}

function refused({ line }: CsvLine, errors: LineReport['errors']): PlannedLine {
  return { report: { line, outcome: 'refused', errors }, change: null }
}
