import * as v from 'valibot'
import { InboxDecision } from '../../domain/documents/document-input.ts'
import {
  FileId,
  InboxFile,
  InboxSearch,
  SAMPLE_INBOX_FILE_ID,
  sampleReceived,
} from '../../entities/inbox-file.ts'
import { getChapter, listSubjects, listVideos } from '../catalogue.ts'
import { route } from '../define-route.ts'
import { getSubject, listExercises } from '../subject-details.ts'
import { getOverview } from './overview.ts'
import { listResources } from './resources.ts'
import { listManagedSubjects } from './subjects.ts'

export const InboxItem = v.object({
  ...v.omit(InboxFile, ['resourceKey', 'ignoredAt']).entries,
  file: v.string(),
  /** `exists`: the paper has this document. `no-statement`: the paper of the correction or video is missing. */
  obstacle: v.nullable(v.picklist(['exists', 'no-statement'])),
  doubles: v.array(v.string()),
})
export type InboxItem = v.InferOutput<typeof InboxItem>

export const listInbox = route('GET /api/admin/inbox', {
  access: 'owner',
  query: v.object({ state: v.optional(v.picklist(['waiting', 'ignored']), 'waiting') }),
  response: v.object({ items: v.array(InboxItem), hasFolder: v.boolean(), ...InboxSearch.entries }),
})

export const searchInbox = route('POST /api/admin/documents/inbox', {
  access: 'owner',
  capability: 'documents',
  response: InboxSearch,
  errors: ['DOCUMENT_UNAVAILABLE', 'DOCUMENT_SOURCE_FAILED', 'TOO_MANY_REQUESTS'],
  isLong: true,
  throttle: { account: 6, address: 60 },
  invalidates: [listInbox, getOverview],
})

/**
 * Does what the forms of papers and resources do. A document that exists is not replaced. The same decision again
 * changes nothing.
 */
export const decideInboxFile = route('POST /api/admin/inbox/{fileId}', {
  access: 'owner',
  params: v.object({ fileId: FileId }),
  body: InboxDecision,
  response: v.object({ document: v.nullable(v.object({ id: v.string(), title: v.string() })) }),
  errors: ['NOT_FOUND', 'SUBJECT_EXISTS', 'CONFLICT'],
  invalidates: [
    listInbox,
    getOverview,
    listSubjects,
    getSubject,
    listExercises,
    listManagedSubjects,
    listResources,
    getChapter,
    listVideos,
  ],
  sample: { params: { fileId: SAMPLE_INBOX_FILE_ID }, body: sampleReceived },
})
