import * as v from 'valibot'
import type { CsvLine } from '#functions/admin/import/csv.ts'
import type { Existing } from '#functions/admin/import/existing.ts'
import { lineFields } from '#functions/admin/import/line-input.ts'
import {
  derivedId,
  hasFields,
  isSameFile,
  newResource,
  placeKey,
  type ResourceFields,
} from '#functions/admin/resource-fields.ts'
import { fileText } from '#functions/admin/resource-view.ts'
import { ResourceInput } from '#shared/domain/document-input.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import type { FileType, Resource, ResourceType } from '#shared/entities/resource.ts'
import { resourceTitle } from '#shared/entities/resource.ts'
import { parseSubjectId } from '#shared/entities/subject.ts'
import {
  chapterNamed,
  fileTypeNamed,
  resourceTypeNamed,
  sessionNamed,
  themeNamed,
  trackNamed,
} from './catalogue-names.ts'
import { OldFlag, OldInstant, OldText, type ReadCells, readCells } from './cells.ts'
import { type Fate, firstPlaces, type Line, left, there } from './line.ts'
import { migrateMessages as texts } from './messages.ts'
import { oldColumn } from './old-column.ts'
import { plainReference } from './old-reference.ts'
import type { OldRow } from './old-tables.ts'

const OldResource = v.object({
  id: OldText,
  title: OldText,
  description: OldText,
  track: v.pipe(OldText, v.transform(trackNamed)),
  theme: v.pipe(OldText, v.transform(themeNamed)),
  chapter: OldText,
  year: OldText,
  session: v.pipe(OldText, v.transform(sessionNamed)),
  resource_type: v.pipe(OldText, v.transform(resourceTypeNamed)),
  type: v.pipe(OldText, v.transform(fileTypeNamed)),
  file_path: OldText,
  is_free: OldFlag,
  thumbnail: OldText,
  created_at: v.union([v.null(), OldInstant], texts.instant),
})
type OldResource = v.InferOutput<typeof OldResource>

/** A row in the import's own terms. */
type ReadResource = {
  place: string
  line: CsvLine
  id: string
  fields: ResourceFields
  createdAt: string | null
  notes: string[]
}

/** A row of the old site, read by the same rules as a line of an import; or everything that is wrong with it. */
export type ReadRow = ReadResource | { place: string; label: string; reasons: string[] }

/** Reads each resource of the old site. */
export function readResources(rows: readonly OldRow[]): ReadRow[] {
  return rows.map(({ place, cells }, index) => {
    const read = readCells(OldResource, cells)
    if ('reasons' in read) return { place, label: '', reasons: read.reasons }
    const label = read.cells.title || read.cells.id
    const input = inputOf(read.cells)
    if ('reasons' in input) return { place, label, reasons: input.reasons }
    const line = { line: index, cells: input.cells.line }
    const parsed = lineFields(line, null)
    if (parsed.outcome === 'refused')
      return {
        place,
        label,
        reasons: parsed.errors.map(({ path, message }) => `${oldColumn(path)} : ${message}`),
      }
    const { fields } = parsed
    const { notes } = input.cells
    return { place, line, id: idOf(read.cells.id, fields), fields, createdAt: read.cells.created_at, notes }
  })
}

/**
 * Says what becomes of each. A resource that is here already stays as it is, by its id or by its place and file.
 * @param existing what stands here under the ids and in the places of the rows
 */
export function planResources(rows: readonly ReadRow[], existing: Existing, now: Date): Line<Resource>[] {
  const claim = firstPlaces()
  return rows.map((row) => {
    if ('reasons' in row) return { place: row.place, label: row.label, notes: [], ...left(...row.reasons) }
    const { place, fields, notes } = row
    const earlier = claim(row.id, place)
    const twin = claim(JSON.stringify([placeKey(fields), fileText(fields.file)]), place)
    const { note, ...fate } =
      earlier === null ? fateOf(row, existing, twin, now) : { ...left(texts.sameId(earlier)), note: null }
    return { place, label: fields.title, notes: note === null ? notes : [...notes, note], ...fate }
  })
}

function fateOf(
  { id, fields, createdAt }: ReadResource,
  existing: Existing,
  twin: string | null,
  now: Date,
): Fate<Resource> & { note: string | null } {
  const same = existing.byId.get(id)
  if (same) return { ...there, note: hasFields(same, fields) ? null : texts.changedSince }
  if (existing.inPlace(fields).some((each) => isSameFile(each, fields)))
    return { ...there, note: texts.sameInPlace }
  if (twin !== null) return { ...there, note: texts.sameResource(twin) }
  const at = createdAt === null ? now : new Date(createdAt)
  return { fate: 'move', work: newResource(id, fields, at), note: null }
}

/** The old id where it may be one here, so that a second run finds what the first one made; else one made of the row. */
function idOf(oldId: string, fields: ResourceFields): string {
  if (v.is(DocumentId, oldId) && parseSubjectId(oldId) === null) return oldId
  return derivedId('old-resource', oldId || [placeKey(fields), fileText(fields.file)])
}

function inputOf(old: OldResource): ReadCells<{ line: CsvLine['cells']; notes: string[] }> {
  const reference = plainReference(old.file_path)
  if ('reason' in reference) return { reasons: [`file_path : ${reference.reason}`] }
  const { track, theme, year, session, description } = old
  const chapter = chapterNamed(track, theme, old.chapter)
  const kinds = { resourceType: old.resource_type, type: old.type }
  const isTitled = old.title !== ''
  const hasPicture = v.is(ResourceInput.entries.thumbnail, old.thumbnail || null)
  return {
    cells: {
      line: {
        ...kinds,
        track,
        theme,
        chapter,
        year,
        session,
        description,
        title: isTitled ? old.title : titleOf({ ...kinds, chapter, year, session }),
        file: reference.file,
        isFree: String(old.is_free),
        thumbnail: hasPicture ? old.thumbnail : '',
      },
      notes: [
        ...reference.notes,
        ...(isTitled ? [] : [texts.untitled]),
        ...(hasPicture ? [] : [texts.pictureNotMoved(old.thumbnail)]),
      ],
    },
  }
}

/** The contract checks afterwards what the title was made of. */
function titleOf(named: {
  resourceType: string
  type: string
  chapter: string
  year: string
  session: string
}) {
  return resourceTitle({
    ...named,
    resourceType: named.resourceType as ResourceType,
    type: named.type as FileType,
  })
}
