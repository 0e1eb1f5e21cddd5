import * as v from 'valibot'
import { EXAM_SESSIONS, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { Subject, SubjectKey } from '#shared/entities/subject.ts'
import { auditParts } from './audit.ts'
import type { Table } from './client.ts'
import { StoredDriveFile, storedDriveFile, storedWeight } from './file-item.ts'
import { subjectItemKey, subjectsPartition } from './keys.ts'
import { type Lookup, parseItem, queryAll, readOne } from './read.ts'
import { putMany, writeTogether } from './write.ts'

const StoredSubject = v.object({
  track: v.picklist(TRACK_CODES),
  year: v.string(),
  session: v.picklist(EXAM_SESSIONS),
  file: StoredDriveFile,
  version: v.string(),
  ...storedWeight,
  createdAt: v.string(),
  updatedAt: v.string(),
})

const parseSubject = (item: unknown): Subject => parseItem(StoredSubject, item)

const subjectItem = (subject: Subject) => ({
  ...subjectItemKey(subject),
  ...subject,
  file: storedDriveFile(subject.file),
})

/** The condition that the stored subject is still the one that was read. */
const unchangedSince = ({ version }: Subject) => ({
  ConditionExpression: '#version = :seen',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':seen': version },
})

/** A subject; null where there is none. */
export function subjectLookup(key: SubjectKey): Lookup<Subject | null> {
  return { key: subjectItemKey(key), parse: (item) => (item ? parseSubject(item) : null) }
}

/** The bac subjects, one for each (track, year, session) at most. */
export function createSubjects(table: Table) {
  const { name } = table

  /** The subjects of a track, year descending. One query: a track has a few dozen. */
  async function listTrack(track: TrackCode): Promise<Subject[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :track',
      ExpressionAttributeValues: { ':track': subjectsPartition(track) },
      ScanIndexForward: false,
    })
    return items.map(parseSubject)
  }

  /** Every subject, year descending. One query a track. */
  async function listAll(): Promise<Subject[]> {
    const tracks = await Promise.all(TRACK_CODES.map(listTrack))
    return tracks.flat().toSorted((a, b) => b.year.localeCompare(a.year))
  }

  /** One subject, as last written. */
  async function find(key: SubjectKey): Promise<Subject | null> {
    return readOne(table, subjectLookup(key))
  }

  /**
   * Adds a subject with its audit entry: one transaction.
   * @throws DomainError SUBJECT_EXISTS
   */
  async function add(subject: Subject, entry: AuditEntry): Promise<void> {
    const failed = await writeTogether(table, [
      {
        Put: {
          TableName: name,
          Item: subjectItem(subject),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      ...auditParts(table, entry),
    ])
    if (failed.length > 0) throw new DomainError('SUBJECT_EXISTS')
  }

  /**
   * Puts a subject in place of an earlier one with its audit entry: one transaction.
   * @throws DomainError CONFLICT when the subject changed since `before` was read
   */
  async function replace(before: Subject, after: Subject, entry: AuditEntry): Promise<void> {
    const failed = await writeTogether(table, [
      {
        Put: {
          TableName: name,
          Item: subjectItem(after),
          ...unchangedSince(before),
        },
      },
      ...auditParts(table, entry),
    ])
    if (failed.length > 0) throw new DomainError('CONFLICT')
  }

  /**
   * Removes a subject with its audit entry: one transaction.
   * @throws DomainError CONFLICT when the subject changed since it was read
   */
  async function remove(subject: Subject, entry: AuditEntry): Promise<void> {
    const failed = await writeTogether(table, [
      {
        Delete: {
          TableName: name,
          Key: subjectItemKey(subject),
          ...unchangedSince(subject),
        },
      },
      ...auditParts(table, entry),
    ])
    if (failed.length > 0) throw new DomainError('CONFLICT')
  }

  /** Writes many subjects over whatever is there, for seeding. */
  async function putAll(subjects: readonly Subject[]): Promise<void> {
    await putMany(table, subjects.map(subjectItem))
  }

  return { listTrack, listAll, find, add, replace, remove, putAll }
}

export type Subjects = ReturnType<typeof createSubjects>
