import { randomUUID } from 'node:crypto'
import type { Resource } from '#shared/domain/resource.ts'
import type { Subject } from '#shared/domain/subject.ts'

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
    version: randomUUID(),
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}
