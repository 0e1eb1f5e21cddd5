import * as v from 'valibot'
import { parseSubjectId, type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Exercise, publicExercise } from '#shared/entities/exercise.ts'
import { contentFields } from '#shared/entities/file.ts'
import { PublicSubject, Subject } from '#shared/entities/subject.ts'
import { writeAudited } from './audit.ts'
import { subjectItemKey, subjectsPartition } from './keys.ts'
import { freedParts } from './notices.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { listPartition } from './table/query.ts'
import { putPart, removePart, type TransactionPart, updatePart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

export const subjectKind = kind({
  schema: Subject,
  key: subjectItemKey,
  id: (subject: Subject): SubjectKey => subject,
})

/** The attributes that {@link PublicSubject} needs. A file has a version but not always a size. */
const SHOWN = Object.keys(PublicSubject.entries).flatMap((field) =>
  ['correction', 'video'].includes(field) ? [`${field}.version`, `${field}.size`, `${field}.pages`] : field,
)

const WithExercises = v.pick(Subject, ['track', 'year', 'session', 'exercises'])

export function createSubjects(table: Table) {
  const inTrack = (track: TrackCode) => ({ partition: subjectsPartition(track), isDescending: true })

  const listTrack = (track: TrackCode) => listPartition(table, Subject, inTrack(track))

  /** Reads a projection: the SDK takes twice as long to parse whole items. */
  const listPublic = (track: TrackCode) =>
    listPartition(table, PublicSubject, { ...inTrack(track), attributes: SHOWN })

  async function findById(id: string): Promise<Subject | null> {
    const key = parseSubjectId(id)
    return key && subjectKind.find(table, key)
  }

  async function listExercises(track: TrackCode): Promise<{ subjectId: string; exercises: Exercise[] }[]> {
    const attributes = Object.keys(WithExercises.entries)
    const subjects = await listPartition(table, WithExercises, { ...inTrack(track), attributes })
    return subjects
      .map(({ exercises, ...key }) => ({
        subjectId: subjectId(key),
        exercises: exercises.map(publicExercise),
      }))
      .filter(({ exercises }) => exercises.length > 0)
  }

  async function listAll(): Promise<Subject[]> {
    const tracks = await Promise.all(TRACK_CODES.map(listTrack))
    return tracks.flat().toSorted((a, b) => b.year.localeCompare(a.year))
  }

  /** `before` is null for a new subject. */
  function replace(
    before: Subject | null,
    after: Subject,
    entry: AuditEntry,
    ...others: readonly TransactionPart[]
  ): Promise<WriteResult> {
    // What was found out about the earlier file may have been stored since `before` was read.
    const overwritten = before?.version === after.version ? [] : contentFields
    const part = before
      ? updatePart(table, subjectKind, { before, after }, overwritten)
      : putPart(table, subjectKind.item(after))
    return writeAudited(table, entry, part, ...freedParts(table, [{ before, after }], entry), ...others)
  }

  return {
    listTrack,
    listPublic,
    listExercises,
    listAll,
    find: (key: SubjectKey) => subjectKind.find(table, key),
    findById,
    add: (subject: Subject, entry: AuditEntry, ...others: readonly TransactionPart[]) =>
      replace(null, subject, entry, ...others),
    replace,
    remove: (subject: Subject, entry: AuditEntry) =>
      writeAudited(table, entry, removePart(table, subjectKind.item(subject))),
    putAll: (subjects: readonly Subject[]) => subjectKind.putAll(table, subjects),
  }
}
