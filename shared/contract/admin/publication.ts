import * as v from 'valibot'
import { Timestamp } from '../../entities/fields.ts'
import { route } from '../route.ts'

/** States of the publication; a `failed` one is repeated by itself. */
const PUBLICATION_STATES = ['never', 'requested', 'running', 'failed', 'published'] as const

/** The publication of the site's pages. */
export const PublicationView = v.object({
  state: v.picklist(PUBLICATION_STATES),
  /** Time of the last publication; null when there was none. */
  publishedAt: v.nullable(Timestamp),
  /** Number of files that it wrote because their content had changed. */
  filesWritten: v.number(),
})
export type PublicationView = v.InferOutput<typeof PublicationView>

export const getPublication = route({
  method: 'GET',
  path: '/api/admin/publication',
  access: 'owner',
  response: PublicationView,
})

/** Orders a publication, which begins some seconds later. */
export const orderPublication = route({
  method: 'POST',
  path: '/api/admin/publication',
  access: 'owner',
  response: PublicationView,
  invalidates: [getPublication],
})
