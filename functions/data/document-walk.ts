import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { type Document, documentOfResource, documentOfSubject } from '#shared/domain/document.ts'
import { parseSubjectId, type SubjectKey, subjectId } from '#shared/entities/subject.ts'
import type { Table } from './client.ts'
import { cursorOf, positionOf } from './cursor.ts'
import { newestFirst, subjectItemKey } from './keys.ts'
import { createResources } from './resources.ts'
import { createSubjects } from './subjects.ts'

/** A document on the way through all of them, and the cursor that leads to those behind it. */
export type Passed = { document: Document; cursor: string }

/** A subject's id, or the sort key of the list of resources, which checks it again. */
const POSITION = /^(?:bac-\w{1,10}-\d{4}-\w{1,20}|\d{4}-[^#]{1,30}#[\w-]{1,64})$/

/** The way through every document: the subjects track by track, then the resources, newest first. */
export function createDocumentWalk(table: Table) {
  const subjects = createSubjects(table)
  const resources = createResources(table)

  /**
   * The next documents, at most `limit` of them: a query a track that is passed, and a page of resources.
   * @param cursor of the last document that was passed; undefined: from the beginning
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this walk's
   */
  async function listNext(
    cursor: string | undefined,
    limit: number,
  ): Promise<{ passed: Passed[]; isEnd: boolean }> {
    const position = cursor === undefined ? null : positionOf(cursor, POSITION)
    const subject = position === null ? null : parseSubjectId(position)
    const passed = position === null || subject ? await listSubjects(subject, limit) : []
    if (passed.length === limit) return { passed, isEnd: false }
    const page = await resources.listPage({
      limit: limit - passed.length,
      cursor: subject ? undefined : cursor,
    })
    const found = page.items.map((resource) => ({
      document: documentOfResource(resource),
      cursor: cursorOf(newestFirst(resource)),
    }))
    return { passed: [...passed, ...found], isEnd: page.nextCursor === null }
  }

  async function listSubjects(after: SubjectKey | null, limit: number): Promise<Passed[]> {
    const passed: Passed[] = []
    for (const track of TRACK_CODES.slice(after ? TRACK_CODES.indexOf(after.track) : 0)) {
      const stored = await subjects.listTrack(track)
      const next = after?.track === track ? stored.filter((subject) => isBehind(subject, after)) : stored
      passed.push(
        ...next.map((subject) => ({
          document: documentOfSubject(subject),
          cursor: cursorOf(subjectId(subject)),
        })),
      )
      if (passed.length >= limit) break
    }
    return passed.slice(0, limit)
  }

  return { listNext }
}

export type DocumentWalk = ReturnType<typeof createDocumentWalk>

/** Tracks are listed by descending sort key. */
function isBehind(subject: SubjectKey, other: SubjectKey): boolean {
  return subjectItemKey(subject).sk < subjectItemKey(other).sk
}
