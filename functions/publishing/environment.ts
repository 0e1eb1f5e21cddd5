import * as v from 'valibot'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import {
  PUBLICATION,
  PUBLISHED_ANSWERS,
  publicationRequestKey,
  resourceKey,
  SHEETS,
  settingsKey,
  subjectsPartition,
} from '../data/keys.ts'
import { SettingsEnvironment } from '../http/environment.ts'

/** Environment of the publisher, by which infrastructure is typed. */
export const PublisherEnvironment = v.object({
  ...SettingsEnvironment.entries,
  TABLE_NAME: v.string(),
  SITE_NAME: v.string(),
  /** The site's own address, for search engines; empty to keep them out. */
  PUBLIC_ORIGIN: v.pipe(
    v.string(),
    v.transform((origin) => origin || null),
  ),
  SITE_BUCKET: v.string(),
  PREPARATION_QUEUE_URL: v.optional(v.string()),
  PAGES_BUCKET: v.optional(v.string()),
  /** Folder of the renderer and its client build, relative to the bundle. */
  RENDERER_FOLDER: v.optional(v.string(), './renderer/'),
})
export type PublisherEnvironment = v.InferInput<typeof PublisherEnvironment>

/**
 * Patterns of the keys that publications write. A deployment does not change these files, and the publisher no others.
 */
export const PUBLISHED_FILES = [
  '*.html',
  '*.xml',
  'robots.txt',
  'recherche.json',
  'recherche-enonces.json',
  'apercus/*',
]

export function isPublished(key: string): boolean {
  return PUBLISHED_FILES.some((pattern) => {
    const [start = '', end] = pattern.split('*')
    return end === undefined ? key === start : key.startsWith(start) && key.endsWith(end)
  })
}

/** Patterns of the table's stream whose change is published: a text is the whole key, a prefix its beginning. */
export const publishedKeys: readonly Record<string, { S: (string | { prefix: string })[] }>[] = [
  {
    pk: {
      S: [
        { prefix: subjectsPartition('' as TrackCode) },
        { prefix: resourceKey('').pk },
        settingsKey.pk,
        PUBLISHED_ANSWERS,
        SHEETS,
      ],
    },
  },
  { pk: { S: [PUBLICATION] }, sk: { S: [publicationRequestKey.sk] } },
]
