import { TRACK_SLUGS } from '../catalogue/tracks.ts'
import { SettingsView } from '../entities/settings.ts'
import { PublicSheet, sampleSheet } from '../entities/sheet.ts'
import { cachedPublicly, getChapter } from './catalogue.ts'
import { route } from './define-route.ts'

export const getSettings = route('GET /api/settings', { ...cachedPublicly, response: SettingsView })

export const getSheet = route('GET /api/chapters/{track}/{theme}/{chapter}/sheet', {
  ...cachedPublicly,
  params: getChapter.params,
  response: PublicSheet,
  errors: ['NOT_FOUND'],
  sample: { params: { track: TRACK_SLUGS[0], theme: sampleSheet.theme, chapter: '1' } },
})
