import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { SubjectInput } from '#shared/domain/document-input.ts'
import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { UNKNOWN_WEIGHT } from '#shared/entities/file.ts'
import { type Subject, subjectId, subjectTitle } from '#shared/entities/subject.ts'
import { sessionNamed, trackNamed } from './catalogue-names.ts'
import { OldText, readCells } from './cells.ts'
import { type Fate, firstPlaces, type Line, left, there } from './line.ts'
import { migrateMessages as texts } from './messages.ts'
import { oldColumn } from './old-column.ts'
import { plainReference } from './old-reference.ts'
import type { OldRow } from './old-tables.ts'

const OldSubject = v.object({
  track: v.pipe(OldText, v.transform(trackNamed)),
  year: OldText,
  session: v.pipe(OldText, v.transform(sessionNamed)),
  file_path: OldText,
})

/**
 * Says what becomes of each bac subject of the old site. One that is here already with another file stays as it is.
 * @param stored every subject of the new site
 */
export function planSubjects(
  rows: readonly OldRow[],
  stored: readonly Subject[],
  now: Date,
): Line<Subject>[] {
  const claim = firstPlaces()
  const standing = new Map(stored.map((subject) => [subjectId(subject), subject]))
  const files = new Map(stored.map((subject) => [subjectId(subject), subject.file]))
  return rows.map(({ place, cells }) => {
    const read = subjectOf(cells, now)
    if ('reasons' in read) return { place, label: '', notes: [], ...left(...read.reasons) }
    const { subject, notes } = read
    const id = subjectId(subject)
    const earlier = claim(id, place)
    const fate: Fate<Subject> =
      earlier === null
        ? fateOf(subject, standing.get(id))
        : isSameFile(files.get(id), subject.file)
          ? there
          : left(texts.sameSubject(earlier))
    if (!files.has(id)) files.set(id, subject.file)
    return { place, label: subjectTitle(subject), notes, ...fate }
  })
}

function fateOf(subject: Subject, before: Subject | undefined): Fate<Subject> {
  if (!before) return { fate: 'move', work: subject }
  return isSameFile(before.file, subject.file) ? there : left(texts.otherFile)
}

function subjectOf(
  cells: OldRow['cells'],
  now: Date,
): { subject: Subject; notes: string[] } | { reasons: string[] } {
  const old = readCells(OldSubject, cells)
  if ('reasons' in old) return old
  const reference = plainReference(old.cells.file_path)
  if ('reason' in reference) return { reasons: [`file_path : ${reference.reason}`] }
  const read = readCells(SubjectInput, { ...old.cells, file: reference.file }, oldColumn)
  if ('reasons' in read) return read
  const { file: text, ...key } = read.cells
  const file = parseDriveReference(text)
  if (!file) return { reasons: [`file_path : ${texts.noReference}`] }
  const at = now.toISOString()
  const subject = { ...key, file, version: randomUUID(), ...UNKNOWN_WEIGHT, createdAt: at, updatedAt: at }
  return { subject, notes: reference.notes }
}

function isSameFile(a: DriveReference | undefined, b: DriveReference): boolean {
  return a?.fileId === b.fileId && a.resourceKey === b.resourceKey
}
