import * as v from 'valibot'
import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Exercise, publicExercise } from '#shared/entities/exercise.ts'
import { correctedOnField, PublicSubject, Subject, type SubjectItem } from '#shared/entities/subject.ts'
import { auditParts } from './audit.ts'
import { parseSubject, subjectItem } from './items.ts'
import { subjectItemKey, subjectsPartition } from './keys.ts'
import { freedPart } from './notices.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, queryAll, readOne } from './table/read.ts'
import {
  deletePart,
  putMany,
  putPart,
  type TransactionPart,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'

/** Returns a subject; null where there is none. */
export function subjectLookup(key: SubjectKey): Lookup<Subject | null> {
  return { key: subjectItemKey(key), parse: (item) => (item ? parseSubject(item) : null) }
}

/** The attributes that {@link PublicSubject} needs. A file has a version but not always a size. */
const SHOWN = [
  'track',
  'year',
  'session',
  'size',
  'pages',
  'isFree',
  ...Object.values(correctedOnField),
  ...['correction', 'video'].flatMap((part) => [`${part}.version`, `${part}.size`, `${part}.pages`]),
]
const SHOWN_ONLY = {
  ProjectionExpression: SHOWN.map((path) => path.replace(/\w+/g, '#$&')).join(', '),
  ExpressionAttributeNames: Object.fromEntries(
    SHOWN.flatMap((path) => path.split('.')).map((name) => [`#${name}`, name]),
  ),
}

const WithExercises = v.pick(Subject, ['track', 'year', 'session', 'exercises'])

/**
 * Reads and writes the subjects, at most one for each track, year and session. A change is one transaction with its
 * audit entry.
 */
export function createSubjects(table: Table) {
  /** Returns the subjects of a track by descending year. One query: a track has a few dozen. */
  async function listTrack(track: TrackCode): Promise<Subject[]> {
    return (await queryAll(table, ofTrack(track))).map(parseSubject)
  }

  /**
   * Returns the public view of the subjects of a track by descending year. One query with a projection: the SDK takes
   * twice as long to parse whole items.
   */
  async function listPublic(track: TrackCode): Promise<SubjectItem[]> {
    const items = await queryAll(table, { ...ofTrack(track), ...SHOWN_ONLY })
    return items.map((item) => parseItem(PublicSubject, item))
  }

  /**
   * Returns the exercises of a track's subjects that have some, by descending year, without their help. One query with
   * a projection.
   */
  async function listExercises(track: TrackCode): Promise<{ subjectId: string; exercises: Exercise[] }[]> {
    const items = await queryAll(table, {
      ...ofTrack(track),
      ProjectionExpression: '#track, #year, #session, exercises',
      ExpressionAttributeNames: { '#track': 'track', '#year': 'year', '#session': 'session' },
    })
    return items
      .map((item) => parseItem(WithExercises, item))
      .map(({ exercises, ...key }) => ({
        subjectId: subjectId(key),
        exercises: exercises.map(publicExercise),
      }))
      .filter(({ exercises }) => exercises.length > 0)
  }

  /** Returns every subject by descending year. One query a track. */
  async function listAll(): Promise<Subject[]> {
    const tracks = await Promise.all(TRACK_CODES.map(listTrack))
    return tracks.flat().toSorted((a, b) => b.year.localeCompare(a.year))
  }

  async function find(key: SubjectKey): Promise<Subject | null> {
    return readOne(table, subjectLookup(key))
  }

  /**
   * Adds a subject. It is overtaken when there is one of its track, year and session.
   * @param others changes that belong to it
   */
  function add(
    subject: Subject,
    entry: AuditEntry,
    ...others: readonly TransactionPart[]
  ): Promise<WriteResult> {
    return writeTogether(table, [
      putPart(table, subjectItem(subject)),
      ...freedPart(table, [{ before: null, after: subject }], entry),
      ...auditParts(table, entry),
      ...others,
    ])
  }

  /**
   * Puts a subject in place of what was read.
   * @param others changes that belong to it
   */
  function replace(
    before: Subject,
    after: Subject,
    entry: AuditEntry,
    ...others: readonly TransactionPart[]
  ): Promise<WriteResult> {
    // The check of documents may have stored the size of the earlier file since `before` was read.
    const overwritten = before.version === after.version ? [] : ['size', 'pages']
    return writeTogether(table, [
      updatePart(table, subjectItem(before), subjectItem(after), overwritten),
      ...freedPart(table, [{ before, after }], entry),
      ...auditParts(table, entry),
      ...others,
    ])
  }

  function remove(subject: Subject, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [deletePart(table, subjectItem(subject)), ...auditParts(table, entry)])
  }

  /** Writes many subjects over existing ones, for seeding. */
  async function putAll(subjects: readonly Subject[]): Promise<void> {
    await putMany(table, subjects.map(subjectItem))
  }

  return { listTrack, listPublic, listExercises, listAll, find, add, replace, remove, putAll }
}

export type Subjects = ReturnType<typeof createSubjects>

function ofTrack(track: TrackCode) {
  return {
    KeyConditionExpression: 'pk = :track',
    ExpressionAttributeValues: { ':track': subjectsPartition(track) },
    ScanIndexForward: false,
  }
}
