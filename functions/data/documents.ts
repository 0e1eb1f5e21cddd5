import { type Document, documentOfResource, documentOfSubject } from '#shared/domain/document.ts'
import { parseSubjectId } from '#shared/domain/subject.ts'
import type { Table } from './client.ts'
import { type Reading, readOne } from './read.ts'
import { resourceReading } from './resources.ts'
import { subjectReading } from './subjects.ts'

/** Subjects and resources under one roof: what a ticket or the origin looks up. The id tells which kind it is. */
export function documentReading(id: string): Reading<Document | null> {
  const subjectKey = parseSubjectId(id)
  return subjectKey
    ? mapped(subjectReading(subjectKey), documentOfSubject)
    : mapped(resourceReading(id), documentOfResource)
}

function mapped<From, To>(
  { key, parse }: Reading<From | null>,
  map: (value: From) => To,
): Reading<To | null> {
  return {
    key,
    parse: (item) => {
      const value = parse(item)
      return value === null ? null : map(value)
    },
  }
}

/** Documents, for whoever reads one without a caller. */
export function documentsOf(table: Table) {
  /** The document of a public id, as last written. One consistent read. */
  async function find(id: string): Promise<Document | null> {
    return readOne(table, documentReading(id))
  }

  return { find }
}

export type Documents = ReturnType<typeof documentsOf>
