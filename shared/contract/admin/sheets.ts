import * as v from 'valibot'
import { TRACK_SLUGS } from '../../catalogue/tracks.ts'
import { ManagedSheet, Sheet, SheetInput, sampleSheet } from '../../entities/sheet.ts'
import { getChapter } from '../catalogue.ts'
import { route } from '../define-route.ts'

const sample = { track: TRACK_SLUGS[0], theme: sampleSheet.theme, chapter: '1' } as const

/** The limit of a text whose characters take the most bytes in JSON. */
const MAX_SHEET_BYTES = 128 * 1024

export const listSheets = route('GET /api/admin/sheets', {
  access: 'owner',
  response: v.object({ items: v.array(v.pick(Sheet, ['track', 'theme', 'chapter', 'updatedAt'])) }),
})

/** Answers the sheet of a chapter as it is stored, for its form: the public answer may be half a minute old. */
export const getStoredSheet = route('GET /api/admin/chapters/{track}/{theme}/{chapter}/sheet', {
  access: 'owner',
  params: getChapter.params,
  response: ManagedSheet,
  errors: ['NOT_FOUND'],
  sample: { params: sample },
})

/**
 * An empty text removes the sheet. Another version than the one that was read is CONFLICT; a formula that cannot be
 * shown is INVALID_REQUEST, with its line.
 */
export const setSheet = route('PUT /api/admin/chapters/{track}/{theme}/{chapter}/sheet', {
  access: 'owner',
  params: getChapter.params,
  body: SheetInput,
  response: ManagedSheet,
  errors: ['NOT_FOUND', 'CONFLICT'],
  maxBodyBytes: MAX_SHEET_BYTES,
  invalidates: [listSheets, getStoredSheet],
  sample: {
    params: sample,
    body: { markdown: 'Une onde transporte de l’énergie.', version: sampleSheet.version },
  },
})
