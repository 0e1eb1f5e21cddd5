import * as v from 'valibot'
import { TrackCode } from '#shared/entities/fields.ts'

const KINDS = ['chapter', 'theme', 'subject', 'exercise', 'video'] as const
export type SearchKind = (typeof KINDS)[number]

/** A result of the search: a page of the site, with its title and other words that lead to it. */
const SearchEntry = v.object({
  kind: v.picklist(KINDS),
  to: v.string(),
  track: TrackCode,
  title: v.string(),
  detail: v.nullable(v.string()),
  words: v.string(),
})
export type SearchEntry = v.InferOutput<typeof SearchEntry>

/** The file that the search loads, made at each publication. */
export const SearchFile = v.object({ entries: v.array(SearchEntry) })
export type SearchFile = v.InferOutput<typeof SearchFile>
