import { parseSubjectDocumentId, SUBJECT_PARTS } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import {
  type Document,
  documentOfResource,
  documentOfSubject,
  documentsOfSubject,
} from '#shared/domain/documents/document.ts'
import { newestFirst, subjectItemKey } from './keys.ts'
import { createResources, resourceKind } from './resources.ts'
import { createSubjects, subjectKind } from './subjects.ts'
import type { Table } from './table/client.ts'
import { decodeCursor, encodeCursor } from './table/query.ts'
import { type Lookup, readOne } from './table/read.ts'

export type ListedDocument = { document: Document; cursor: string }

/** The id of a subject's document, or the sort key of a resource, which the list of resources checks again. */
const POSITION = /^(?:bac-\w{1,10}-\d{4}-\w{1,20}(?:-\w{1,10})?|\d{4}-[^#]{1,30}#[\w-]{1,64})$/

export function createDocumentList(table: Table) {
  const subjects = createSubjects(table)
  const resources = createResources(table)

  /** Subjects track by track, then resources, newest first. @throws DomainError INVALID_REQUEST for a wrong cursor */
  async function listNext(
    cursor: string | undefined,
    limit: number,
  ): Promise<{ listed: ListedDocument[]; isEnd: boolean }> {
    const position = cursor === undefined ? null : decodeCursor(cursor, POSITION)
    const subject = position === null ? null : parseSubjectDocumentId(position)
    const listed = position === null || subject ? await listSubjects(subject, limit) : []
    if (listed.length === limit) return { listed, isEnd: false }
    const page = await resources.listPage({
      limit: limit - listed.length,
      cursor: subject ? undefined : cursor,
    })
    const found = page.items.map((resource) => ({
      document: documentOfResource(resource),
      cursor: encodeCursor(newestFirst(resource)),
    }))
    return { listed: [...listed, ...found], isEnd: page.nextCursor === null }
  }

  async function listSubjects(after: Position | null, limit: number): Promise<ListedDocument[]> {
    const listed: ListedDocument[] = []
    const last = after?.subject.track
    for (const track of TRACK_CODES.slice(last ? TRACK_CODES.indexOf(last) : 0)) {
      const stored = (await subjects.listTrack(track)).flatMap(documentsOfSubject)
      const next = after && track === last ? stored.filter(({ id }) => isBehind(id, after)) : stored
      listed.push(...next.map((document) => ({ document, cursor: encodeCursor(document.id) })))
      if (listed.length >= limit) break
    }
    return listed.slice(0, limit)
  }

  return { listNext }
}

type Position = NonNullable<ReturnType<typeof parseSubjectDocumentId>>

/** Compares documents of one track, whose subjects are listed by descending sort key. */
function isBehind(id: string, after: Position): boolean {
  const position = parseSubjectDocumentId(id)
  if (!position) return false
  const { sk } = subjectItemKey(position.subject)
  const { sk: last } = subjectItemKey(after.subject)
  return sk === last ? SUBJECT_PARTS.indexOf(position.part) > SUBJECT_PARTS.indexOf(after.part) : sk < last
}

export function documentLookup(id: string): Lookup<Document | null> {
  const parsed = parseSubjectDocumentId(id)
  return parsed
    ? mapped(subjectKind.lookup(parsed.subject), (subject) => documentOfSubject(subject, parsed.part))
    : mapped(resourceKind.lookup(id), documentOfResource)
}

function mapped<From, To>({ key, parse }: Lookup<From | null>, map: (value: From) => To): Lookup<To | null> {
  return {
    key,
    parse: (item) => {
      const value = parse(item)
      return value === null ? null : map(value)
    },
  }
}

export function createDocuments(table: Table) {
  return { find: (id: string): Promise<Document | null> => readOne(table, documentLookup(id)) }
}
