import { type Document, documentOfResource, documentOfSubject } from '#shared/domain/document.ts'
import { parseSubjectId } from '#shared/domain/subject.ts'
import type { Table } from './client.ts'
import { resourcesOf } from './resources.ts'
import { subjectsOf } from './subjects.ts'

/** Subjects and resources under one roof: what a ticket or the origin looks up. */
export function documentsOf(table: Table) {
  const subjects = subjectsOf(table)
  const resources = resourcesOf(table)

  /** The document of a public id. One consistent read: the id tells which kind it is. */
  async function find(id: string): Promise<Document | null> {
    const key = parseSubjectId(id)
    if (key) {
      const subject = await subjects.find(key)
      return subject && documentOfSubject(subject)
    }
    const resource = await resources.find(id)
    return resource && documentOfResource(resource)
  }

  return { find }
}

export type Documents = ReturnType<typeof documentsOf>
