import * as v from 'valibot'
import { DocumentId, SAMPLE_DOCUMENT_ID, Timestamp, validationMessages as texts } from '../entities/fields.ts'
import { PagePicture } from '../entities/prepared-document.ts'
import { FileType } from '../entities/resource.ts'
import { route } from './define-route.ts'
import { Flag } from './query.ts'

/** `print`: to read with a code that is printed on each page, which counts as a copy. */
export const DISPOSITIONS = ['inline', 'attachment', 'print'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

const described = {
  expiresAt: Timestamp,
  type: FileType,
  title: v.string(),
  fileName: v.string(),
  /** Changes whenever the file does. A page's notes about a document are valid for one version. */
  version: v.string(),
  /** Bytes; null until the file is known. Of a prepared PDF those of its pictures, text and manifest. */
  size: v.nullable(v.number()),
}

const FileTicket = v.object({
  ...described,
  mode: v.picklist(['stream', 'embed', 'youtube']),
  /** Signed URL on the site's own origin; for `youtube` the player's address. */
  url: v.string(),
  /** Pages of a PDF; null until the file is known. */
  pages: v.nullable(v.number()),
  /** Signed URL of a video's captions (WebVTT); null without captions. */
  captionsUrl: v.nullable(v.string()),
})
export type FileTicket = v.InferOutput<typeof FileTicket>

/** A ticket for the pictures of a prepared PDF: `{base}/1.webp?{query}` and what entities/prepared-document.ts names. */
const PagesTicket = v.object({
  ...described,
  mode: v.literal('pages'),
  base: v.string(),
  query: v.string(),
  pages: v.number(),
  /** The picture of each page; empty for a long document, whose manifest has them. */
  pictures: v.array(PagePicture),
  /** The code to print on each page, with the account's address; null for reading. */
  copyCode: v.nullable(v.string()),
})
export type PagesTicket = v.InferOutput<typeof PagesTicket>

export const Ticket = v.variant('mode', [FileTicket, PagesTicket])
export type Ticket = v.InferOutput<typeof Ticket>

/** A reader opens a few documents and renews each every two minutes; one a second is an automated download. */
export const TICKETS_PER_MINUTE = 60

/** Issues a ticket for a document. A caller who may not open it does not learn whether it exists. */
export const getTicket = route('GET /api/files/{id}', {
  access: 'document',
  params: v.object({ id: DocumentId }),
  query: v.object({
    disposition: v.optional(v.picklist(DISPOSITIONS, texts.choice), 'inline'),
    /** True to leave the ticket out of the count of openings: a renewal, or a check of the site. */
    uncounted: Flag,
  }),
  response: Ticket,
  errors: [
    'MOCK_EXAM_RUNNING',
    'NOT_FOUND',
    'DOCUMENT_UNAVAILABLE',
    'DOCUMENT_PREPARING',
    'DOCUMENT_BROKEN',
    'TOO_MANY_REQUESTS',
    'DAILY_ALLOWANCE_REACHED',
  ],
  // A school of 1,000 students opens a dozen free documents each in an hour.
  throttle: { account: TICKETS_PER_MINUTE, visitors: { browser: 120, address: 12_000 } },
  sample: { params: { id: SAMPLE_DOCUMENT_ID } },
})

/** Binds document links to a browser; named 'reader' in French. `__Host-`: no other host can set it. */
export const LINK_COOKIE = '__Host-lecteur'

/** Query parameter of a document link: SHA-256 of the cookie's value, in hex. The link's signature covers it. */
export const LINK_PARAMETER = 'lecteur'
