import { randomUUID } from 'node:crypto'
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { type Resource } from '#shared/entities/resource.ts'
import { sampleResource, sampleSubject } from '#shared/entities/samples.ts'
import type { Subject, SubjectDocument } from '#shared/entities/subject.ts'
import type { Table } from '../data/table/client.ts'

/** Returns the sample subject with these changes and a file version of its own. */
export function subjectFixture(changes: Partial<Subject> = {}): Subject {
  return { ...sampleSubject, version: randomUUID(), ...changes }
}

/** Returns a correction or video of a subject, with a file version of its own. */
export function subjectDocumentFixture(changes: Partial<SubjectDocument> = {}): SubjectDocument {
  return { file: sampleSubject.file, version: randomUUID(), size: null, pages: null, ...changes }
}

/** Returns the sample resource with these changes, and an id and a file version of its own. */
export function resourceFixture(changes: Partial<Resource> = {}): Resource {
  return { ...sampleResource, id: randomUUID(), version: randomUUID(), ...changes }
}

/** Deletes every item whose partition key matches, without an audit entry. */
export async function wipe({ client, name }: Table, partitions: RegExp): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
    for (const { pk, sk } of Items)
      if (partitions.test(String(pk)))
        await client.send(new DeleteCommand({ TableName: name, Key: { pk, sk } }))
}
