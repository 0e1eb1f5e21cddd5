import * as v from 'valibot'
import { SUBJECT_PARTS } from '../catalogue/subjects.ts'
import { TRACK_CODES } from '../catalogue/tracks.ts'
import { MAX_COPY_BYTES } from './copy.ts'
import { choice, orNull, Timestamp, validationMessages as texts } from './fields.ts'
import { Resource } from './resource.ts'

export const FileId = v.pipe(v.string(texts.identifier), v.regex(/^[\w-]{25,200}$/, texts.identifier))

/** The document that a file's name describes. A field that the name does not tell, or tells twice, is null. */
export const DocumentGuess = v.object({
  /** A document of an exam paper, or of a chapter. */
  action: orNull(v.picklist(['subject', 'resource'])),
  track: orNull(Resource.entries.track),
  theme: orNull(Resource.entries.theme),
  chapter: orNull(Resource.entries.chapter),
  year: orNull(Resource.entries.year),
  session: orNull(Resource.entries.session),
  part: orNull(v.picklist(SUBJECT_PARTS)),
  resourceType: orNull(Resource.entries.resourceType),
  type: orNull(Resource.entries.type),
})
export type DocumentGuess = v.InferOutput<typeof DocumentGuess>

export const inboxFaultTexts = {
  shortcut: 'Raccourci : placez le fichier lui-même dans le dossier',
  'google-document': 'Document Google : téléchargez-le en PDF et placez ce PDF dans le dossier',
  'wrong-type': "Ce fichier n'est ni un PDF ni une vidéo",
  empty: 'Fichier vide : déposez-le de nouveau',
  'too-large': `PDF de plus de ${MAX_COPY_BYTES / 1_000_000} Mo : réduisez-le, puis déposez-le de nouveau`,
  'not-downloadable': 'Téléchargement interdit : autorisez-le dans les options de partage du fichier',
}
export type InboxFault = keyof typeof inboxFaultTexts

/** Marks by which a document is like a received file: its size, its name, or its place in a chapter. */
export const LIKENESSES = ['size', 'name', 'place'] as const
export type Likeness = (typeof LIKENESSES)[number]

/** A document of the site that may be the same as a received file. */
export const Lookalike = v.object({ by: v.picklist(LIKENESSES), title: v.string() })
export type Lookalike = v.InferOutput<typeof Lookalike>

export const InboxFile = v.object({
  fileId: FileId,
  resourceKey: orNull(v.string()),
  name: v.string(),
  /** Bytes; null for files without any, such as a shortcut. */
  size: orNull(v.number()),
  fault: orNull(choice(inboxFaultTexts)),
  guess: DocumentGuess,
  /** The documents of the site at the time of the last search. */
  lookalikes: v.array(Lookalike),
  /** The search that found it first. */
  seenAt: Timestamp,
  ignoredAt: orNull(Timestamp),
})
export type InboxFile = v.InferOutput<typeof InboxFile>

export const InboxSearch = v.object({
  searchedAt: orNull(Timestamp),
  /** `not-shared`: there is no such folder for the service account. `no-answer`: Drive could not be asked. */
  fault: orNull(v.picklist(['not-shared', 'no-answer'])),
  /** True when the folder has more files than a search reads. */
  isCut: v.optional(v.boolean(), false),
})
export type InboxSearch = v.InferOutput<typeof InboxSearch>

/** It is no document's file. */
export const SAMPLE_INBOX_FILE_ID = '1SampleInboxFile-0123456789-01234'

export const sampleReceived = {
  action: 'resource',
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2031',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
} as const

export const sampleInboxFile = v.parse(InboxFile, {
  fileId: SAMPLE_INBOX_FILE_ID,
  name: `${sampleReceived.track}_Ondes_1_${sampleReceived.year}_N_enonce.pdf`,
  size: 8,
  guess: sampleReceived,
  lookalikes: [],
  seenAt: '2026-01-01T00:00:00.000Z',
})
