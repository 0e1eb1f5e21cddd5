import { randomUUID } from 'node:crypto'
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { Table } from '../data/client.ts'

export const DRIVE_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'

const at = '2026-01-01T00:00:00.000Z'

/** A bac subject with a file, as given. */
export function documentedSubject(changes: Partial<Subject> = {}): Subject {
  return {
    track: 'SM',
    year: '2024',
    session: 'Normale',
    file: { kind: 'drive', fileId: DRIVE_ID },
    version: randomUUID(),
    size: 1_234_567,
    pages: 6,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}

/** A resource with a file, as given. */
export function documentedResource(changes: Partial<Resource> = {}): Resource {
  return {
    id: randomUUID(),
    title: 'Ondes mécaniques - 2019',
    description: '',
    track: 'SM',
    theme: 'ondes',
    chapter: 'Ondes mécaniques progressives',
    year: '2019',
    session: 'Rattrapage',
    resourceType: 'correction',
    type: 'pdf',
    file: { kind: 'drive', fileId: DRIVE_ID },
    isFree: false,
    thumbnail: null,
    captions: null,
    version: randomUUID(),
    size: null,
    pages: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}

/** Removes every item whose partition is one of these, without a trace elsewhere. */
export async function wipe({ client, name }: Table, partitions: RegExp): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
    for (const { pk, sk } of Items)
      if (partitions.test(String(pk)))
        await client.send(new DeleteCommand({ TableName: name, Key: { pk, sk } }))
}
