import * as v from 'valibot'
import { TrackCode } from '#shared/entities/fields.ts'

const KINDS = ['chapter', 'theme', 'subject', 'exercise', 'video'] as const
export type SearchKind = (typeof KINDS)[number]

const SearchEntry = v.object({
  kind: v.picklist(KINDS),
  to: v.string(),
  track: TrackCode,
  title: v.string(),
  detail: v.nullable(v.string()),
  /** The titles of its chapters and themes; missing in files that a device stored before there were any. */
  topics: v.optional(v.string()),
  words: v.string(),
})
export type SearchEntry = v.InferOutput<typeof SearchEntry>

/** The file that the search loads first, made at each publication. */
export const SearchFile = v.object({ entries: v.array(SearchEntry) })
export type SearchFile = v.InferOutput<typeof SearchFile>

/** The file that it loads with the first letter: the words of the statements of papers. */
export const StatementsFile = v.object({
  /** Exercises that the owner has not entered. */
  entries: v.array(SearchEntry),
  /** The results of both files to which the lists of words belong. */
  addresses: v.array(v.string()),
  words: v.string(),
  lists: v.string(),
})
export type StatementsFile = v.InferOutput<typeof StatementsFile>
