import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import { type Document, documentOfResource, documentOfSubject } from '#shared/domain/documents/document.ts'
import { resourceKind } from './resource-lists.ts'
import { subjectKind } from './subjects.ts'
import type { Table } from './table/client.ts'
import { type Lookup, readOne } from './table/read.ts'

/** Looks up a subject or resource by its public id. The form of the id tells which of them it is. */
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

/** Reads documents without a caller. */
export function createDocuments(table: Table) {
  return { find: (id: string): Promise<Document | null> => readOne(table, documentLookup(id)) }
}

export type Documents = ReturnType<typeof createDocuments>
