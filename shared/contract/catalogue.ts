import * as v from 'valibot'
import { THEME_SLUGS, TRACK_CODES, TRACK_SLUGS } from '../catalogue/tracks.ts'
import { TrackCode, validationMessages as texts } from '../entities/fields.ts'
import { ChapterItem, VideoItem } from '../entities/resource.ts'
import { SubjectItem } from '../entities/subject.ts'
import { route } from './define-route.ts'

/** Seconds for which a shared cache may answer a public list by itself. */
export const PUBLIC_CACHE_SECONDS = 30

export const cachedPublicly = {
  access: 'public',
  capability: 'catalogue',
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
} as const

export const getHealth = route('GET /api/health', {
  access: 'public',
  capability: 'catalogue',
  response: v.object({ status: v.literal('ok') }),
})

export const listSubjects = route('GET /api/subjects', {
  ...cachedPublicly,
  query: v.object({ track: TrackCode }),
  response: v.object({ items: v.array(SubjectItem) }),
  sample: { query: { track: TRACK_CODES[0] } },
})

/** Lists the resources of a chapter by descending year; `chapter` is its 1-based number in the theme. */
export const getChapter = route('GET /api/chapters/{track}/{theme}/{chapter}', {
  ...cachedPublicly,
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
  sample: { params: { track: TRACK_SLUGS[0], theme: 'ondes', chapter: '1' } },
})

export const listVideos = route('GET /api/videos', {
  ...cachedPublicly,
  response: v.object({ items: v.array(VideoItem) }),
})
