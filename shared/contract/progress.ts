import * as v from 'valibot'
import { TRACK_CODES, TRACK_SLUGS } from '../catalogue/tracks.ts'
import { MARK_CHANGES } from '../domain/practice/progress.ts'
import {
  Day,
  DocumentId,
  SAMPLE_DOCUMENT_ID,
  TrackCode,
  validationMessages as texts,
} from '../entities/fields.ts'
import { getChapter } from './catalogue.ts'
import { route } from './define-route.ts'

/** `since`: the Moroccan day of the mark 'review'; `seen`: the last day on which it was looked at afterwards. */
const MarkedDocument = v.variant('mark', [
  v.object({ id: v.string(), mark: v.literal('done') }),
  v.object({ id: v.string(), mark: v.literal('review'), since: Day, seen: v.nullable(Day) }),
])

export const ChapterProgress = v.object({
  track: TrackCode,
  theme: v.string(),
  chapter: v.number(),
  marks: v.array(MarkedDocument),
})
export type ChapterProgress = v.InferOutput<typeof ChapterProgress>

/** Lists those of one track or of all. Eventually consistent. */
export const listProgress = route('GET /api/progress', {
  access: 'user',
  query: v.object({ track: v.optional(TrackCode) }),
  response: v.object({ items: v.array(ChapterProgress) }),
  sample: { query: { track: TRACK_CODES[0] } },
})

const MARK_COUNT = 'Une demande doit marquer de 1 à 100 documents'

const MarkChange = v.object({ id: DocumentId, mark: v.nullable(v.picklist(MARK_CHANGES, texts.choice)) })

/**
 * A mark is removed by null, and 'seen' notes that one to review was looked at again. Days are those of the request,
 * also for marks that were made without a network. Ids are not looked up. At most 200 documents of a chapter are
 * marked.
 */
export const markDocuments = route('PUT /api/progress/{track}/{theme}/{chapter}', {
  access: 'user',
  params: getChapter.params,
  body: v.object({
    marks: v.pipe(v.array(MarkChange, MARK_COUNT), v.minLength(1, MARK_COUNT), v.maxLength(100, MARK_COUNT)),
  }),
  response: ChapterProgress,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  // Two calls a second for a minute are a program's loop, not a person.
  throttle: { account: 120, address: 6_000 },
  sample: {
    params: { track: TRACK_SLUGS[0], theme: 'ondes', chapter: '1' },
    body: { marks: [{ id: SAMPLE_DOCUMENT_ID, mark: 'done' }] },
  },
})
