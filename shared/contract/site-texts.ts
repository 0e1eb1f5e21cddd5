import { TRACK_SLUGS } from '../catalogue/tracks.ts'
import { SettingsView } from '../entities/settings.ts'
import { PublicSheet, sampleSheet } from '../entities/sheet.ts'
import { getChapter, PUBLIC_CACHE_SECONDS } from './catalogue.ts'
import { route } from './define-route.ts'

export const getSettings = route('GET /api/settings', {
  access: 'public',
  capability: 'catalogue',
  response: SettingsView,
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
})

export const getSheet = route('GET /api/chapters/{track}/{theme}/{chapter}/sheet', {
  access: 'public',
  capability: 'catalogue',
  params: getChapter.params,
  response: PublicSheet,
  errors: ['NOT_FOUND'],
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
  sample: { params: { track: TRACK_SLUGS[0], theme: sampleSheet.theme, chapter: '1' } },
})
