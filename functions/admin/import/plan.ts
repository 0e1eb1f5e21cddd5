import type * as v from 'valibot'
import { chapterNumber } from '#shared/catalogue/tracks.ts'
import type { ImportedLine } from '#shared/contract/admin/resources.ts'
import { type Place, placeKey, importMessages as texts } from '#shared/domain/csv/resource-csv.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { ResourceChange } from '../../data/resources.ts'
import type { Deps } from '../../http/use-case.ts'
import { changedDocument, derivedId, newDocument } from '../document-fields.ts'
import type { CsvLine } from './csv.ts'
import { idOf, lineFields, readPlace } from './line-input.ts'

export type LineReport = v.InferOutput<typeof ImportedLine>

export type PlannedLine = { report: LineReport; change: ResourceChange | null }

/** Plans the lines of a batch, in their order. @returns also the lines that claim each id, earlier ones included */
export function planLines(
  lines: readonly CsvLine[],
  existing: Existing,
  claims: ReadonlyMap<string, number>,
  now: Date,
) {
  const claimed = new Map(claims)
  const planned = lines.map((line) => {
    const target = targetOf(line, existing)
    if (!target) return refused(line, [{ path: '', message: texts.ambiguous }])
    const fields = lineFields(line, target.before)
    if (Array.isArray(fields)) return refused(line, fields)
    const earlier = claimed.get(target.id)
    if (earlier !== undefined) return refused(line, [{ path: '', message: texts.doubled(earlier) }])
    claimed.set(target.id, line.line)
    if (target.before === null)
      return done(line, 'created', { before: null, after: { id: target.id, ...fields, ...newDocument(now) } })
    const after = changedDocument(target.before, fields, now)
    return after ? done(line, 'updated', { before: target.before, after }) : done(line, 'unchanged', null)
  })
  return { planned, claims: claimed }
}

type Existing = { byId: ReadonlyMap<string, Resource>; inPlace(place: Place): Resource[] }

/** The lists of chapters are read once: the ids of resources that an import adds follow from their places. */
export function createLookUp({ resources }: Pick<Deps, 'resources'>) {
  const chapters = new Map<string, ReturnType<typeof listChapter>>()

  return async function lookUp(lines: readonly CsvLine[]): Promise<Existing> {
    const named = lines.flatMap((line) => idOf(line) ?? [])
    const places = lines.flatMap((line) => (idOf(line) === null ? (readPlace(line) ?? []) : []))
    const listed = await Promise.all(places.map(listedIds))
    const ids = [...new Set([...named, ...listed.flat(), ...places.map((place) => placeId(place))])]
    const found = await resources.findMany(ids)
    const byPlace = Map.groupBy(found, placeKey)
    return {
      byId: new Map(found.map((resource) => [resource.id, resource])),
      inPlace: (place) => byPlace.get(placeKey(place)) ?? [],
    }
  }

  async function listedIds(place: Place): Promise<string[]> {
    const { track, theme, chapter } = place
    const key = JSON.stringify([track, theme, chapter])
    const list = chapters.get(key) ?? listChapter(place)
    chapters.set(key, list)
    return ((await list).get(placeKey(place)) ?? []).map(({ id }) => id)
  }

  async function listChapter({ track, theme, chapter }: Place): Promise<Map<string, { id: string }[]>> {
    const number = chapterNumber(track, theme, chapter)
    if (number === 0) return new Map()
    const listed = await resources.listChapter(track, theme, number)
    return Map.groupBy(listed, (each) => placeKey({ track, theme, chapter, ...each }))
  }
}

function placeId(place: Place): string {
  return derivedId('import', placeKey(place))
}

export function conflictReport({ report, change }: PlannedLine): LineReport {
  if (!change) return report
  return { line: report.line, outcome: 'refused', errors: [{ path: '', message: texts.changedSince }] }
}

/** Null where several resources have the place of the line. */
function targetOf(line: CsvLine, existing: Existing): { id: string; before: Resource | null } | null {
  const id = idOf(line)
  if (id !== null) return { id, before: existing.byId.get(id) ?? null }
  const place = readPlace(line)
  // The line has faults, which reading all of it reports.
  if (!place) return { id: '', before: null }
  const candidates = existing.inPlace(place)
  if (candidates.length === 0) return { id: freeId(place, existing), before: null }
  const meant =
    candidates.length === 1 ? candidates : candidates.filter(({ title }) => title === line.cells.title)
  const [before] = meant
  return before && meant.length === 1 ? { id: before.id, before } : null
}

/** Returns the id of the place, or another one when the resource with that id was moved to another place. */
function freeId(place: Place, existing: Existing): string {
  const id = placeId(place)
  const moved = existing.byId.get(id)
  return moved ? derivedId(id, moved.updatedAt) : id
}

type Outcome = LineReport['outcome']

function done({ line }: CsvLine, outcome: Outcome, change: ResourceChange | null): PlannedLine {
  return { report: { line, outcome, errors: [] }, change }
}

function refused({ line }: CsvLine, errors: LineReport['errors']): PlannedLine {
  return { report: { line, outcome: 'refused', errors }, change: null }
}
