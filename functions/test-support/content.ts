import { randomUUID } from 'node:crypto'
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { type Resource, sampleResource } from '#shared/entities/resource.ts'
import { type Subject, sampleSubject } from '#shared/entities/subject.ts'
import type { Table } from '../data/client.ts'

export const DRIVE_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'

/** A bac subject with a file, as given. */
export function documentedSubject(changes: Partial<Subject> = {}): Subject {
  return { ...sampleSubject, version: randomUUID(), ...changes }
}

/** A resource with a file, as given. */
export function documentedResource(changes: Partial<Resource> = {}): Resource {
  return { ...sampleResource, id: randomUUID(), version: randomUUID(), ...changes }
}

/** Removes every item whose partition is one of these, without a trace elsewhere. */
export async function wipe({ client, name }: Table, partitions: RegExp): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
    for (const { pk, sk } of Items)
      if (partitions.test(String(pk)))
        await client.send(new DeleteCommand({ TableName: name, Key: { pk, sk } }))
}
