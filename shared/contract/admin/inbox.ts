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
import { route } from '../route.ts'
import { getSubject, listExercises } from '../subject-details.ts'
import { getOverview } from './overview.ts'
import { listResources } from './resources.ts'
import { listManagedSubjects } from './subjects.ts'

/** Reasons why a file cannot become the document that its name describes. */
export const INBOX_OBSTACLES = ['exists', 'no-statement'] as const

/** A received file, and what speaks against the document that its name describes. */
export const InboxItem = v.object({
  ...v.omit(InboxFile, ['resourceKey', 'ignoredAt']).entries,
  /** The file as text that forms accept. */
  file: v.string(),
  /**
   * `exists`: the paper has this document. `no-statement`: the paper, to which the correction or video belongs, is
   * missing.
   */
  obstacle: v.nullable(v.picklist(INBOX_OBSTACLES)),
  /** Names of other received files that have the same size or name. */
  doubles: v.array(v.string()),
})
export type InboxItem = v.InferOutput<typeof InboxItem>

/** Lists the files of the inbox folder that wait for a decision, or those put aside. */
export const listInbox = route({
  method: 'GET',
  path: '/api/admin/inbox',
  access: 'owner',
  query: v.object({ state: v.optional(v.picklist(['waiting', 'ignored']), 'waiting') }),
  response: v.object({
    items: v.array(InboxItem),
    /** False until the settings name a folder. */
    hasFolder: v.boolean(),
    ...InboxSearch.entries,
  }),
})

/** Searches the inbox folder for new files now, as it is done each night. */
export const searchInbox = route({
  method: 'POST',
  path: '/api/admin/documents/inbox',
  access: 'owner',
  capability: 'documents',
  response: InboxSearch,
  errors: ['DOCUMENT_UNAVAILABLE', 'DOCUMENT_SOURCE_FAILED', 'TOO_MANY_REQUESTS'],
  isLong: true,
  throttle: { account: 6, address: 60 },
  invalidates: [listInbox, getOverview],
})

/**
 * Makes a document of a received file, as the forms of papers and resources do, or puts it aside. A document that exists
 * is not replaced. The same decision again changes nothing.
 */
export const decideInboxFile = route({
  method: 'POST',
  path: '/api/admin/inbox/{fileId}',
  access: 'owner',
  params: v.object({ fileId: FileId }),
  body: InboxDecision,
  response: v.object({
    /** The new document; null for a file that is put aside. */
    document: v.nullable(v.object({ id: v.string(), title: v.string() })),
  }),
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
