import * as v from 'valibot'
import { THEME_SLUGS } from '../catalogue/themes.ts'
import { TRACK_CODES, TRACK_SLUGS } from '../catalogue/tracks.ts'
import { FILE_TYPES, RESOURCE_TYPES } from '../domain/resource.ts'
import { validationMessages as texts } from '../messages/validation.ts'
import { ExamSession, Timestamp, TrackCode, Year } from './fields.ts'
import { route } from './route.ts'

/** Seconds for which a shared cache may answer a public list without asking. */
const PUBLIC_CACHE_SECONDS = 30

export const getHealth = route({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  capability: 'catalogue',
  response: v.object({ status: v.literal('ok') }),
})

const Weight = v.optional(v.nullable(v.number()), null)
/**
 * How heavy a document is, told before it is opened: bytes and a PDF's pages; null where nobody has looked yet. Lists that
 * a browser kept from before there were weights have none.
 */
const weight = { size: Weight, pages: Weight }

/** A bac subject as everyone may see it: what exists, never where (D18). */
export const SubjectItem = v.object({
  id: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
  hasFile: v.boolean(),
  ...weight,
})
export type SubjectItem = v.InferOutput<typeof SubjectItem>

/** The subjects of a track, year descending. */
export const listSubjects = route({
  method: 'GET',
  path: '/api/subjects',
  access: 'public',
  capability: 'catalogue',
  query: v.object({ track: TrackCode }),
  response: v.object({ items: v.array(SubjectItem) }),
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
  sample: { query: { track: TRACK_CODES[0] } },
})

export const ChapterItem = v.object({
  id: v.string(),
  title: v.string(),
  year: Year,
  session: ExamSession,
  resourceType: v.picklist(RESOURCE_TYPES),
  type: v.picklist(FILE_TYPES),
  isFree: v.boolean(),
  available: v.boolean(),
  ...weight,
})
export type ChapterItem = v.InferOutput<typeof ChapterItem>

/** The resources of a chapter, year descending; `chapter` is its 1-based number in the theme. */
export const getChapter = route({
  method: 'GET',
  path: '/api/chapters/{track}/{theme}/{chapter}',
  access: 'public',
  capability: 'catalogue',
  params: v.object({
    track: v.picklist(TRACK_SLUGS, texts.track),
    theme: v.picklist(THEME_SLUGS, texts.theme),
    chapter: v.pipe(v.string(), v.regex(/^[1-9]\d?$/, texts.chapter), v.transform(Number)),
  }),
  response: v.object({
    track: v.picklist(TRACK_SLUGS),
    theme: v.picklist(THEME_SLUGS),
    chapter: v.number(),
    title: v.string(),
    items: v.array(ChapterItem),
  }),
  errors: ['NOT_FOUND'],
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
  sample: { params: { track: TRACK_SLUGS[0], theme: 'ondes', chapter: '1' } },
})

export const VideoItem = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  track: TrackCode,
  theme: v.string(),
  chapter: v.string(),
  year: Year,
  session: ExamSession,
  thumbnail: v.nullable(v.string()),
  createdAt: Timestamp,
})
export type VideoItem = v.InferOutput<typeof VideoItem>

/** The free videos, newest first. */
export const listVideos = route({
  method: 'GET',
  path: '/api/videos',
  access: 'public',
  capability: 'catalogue',
  response: v.object({ items: v.array(VideoItem) }),
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
})
