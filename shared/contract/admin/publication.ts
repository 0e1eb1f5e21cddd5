import * as v from 'valibot'
import { Timestamp } from '../../entities/fields.ts'
import { route } from '../route.ts'

/** What the public pages wait for; `failed` is tried again by itself. */
const PUBLICATION_STATES = ['never', 'requested', 'running', 'failed', 'published'] as const

/** The publication of the site's pages. */
export const PublicationView = v.object({
  state: v.picklist(PUBLICATION_STATES),
  /** When the pages were last published; null: never. */
  publishedAt: v.nullable(Timestamp),
  /** The files that this wrote: those whose content had changed. */
  filesWritten: v.number(),
})
export type PublicationView = v.InferOutput<typeof PublicationView>

export const getPublication = route({
  method: 'GET',
  path: '/api/admin/publication',
  access: 'owner',
  capability: 'admin',
  response: PublicationView,
})

/** Asks for a publication; it begins some seconds later. */
export const orderPublication = route({
  method: 'POST',
  path: '/api/admin/publication',
  access: 'owner',
  capability: 'admin',
  response: PublicationView,
  invalidates: [getPublication],
})
