import * as v from 'valibot'
import { TRACK_CODES } from '../catalogue/tracks.ts'
import { freeText, requiredText, Timestamp } from './fields.ts'
import { Resource } from './resource.ts'

/** Some five printed pages, in characters. */
export const MAX_SHEET_LENGTH = 20_000

export const Sheet = v.object({
  ...v.pick(Resource, ['track', 'theme', 'chapter']).entries,
  /** Markdown with formulas, as an owner wrote it. */
  markdown: requiredText(MAX_SHEET_LENGTH),
  /** The same as safe HTML, so that no reader needs a library. */
  html: v.string(),
  /** Changes with each change, by which an owner who writes is told of another one's. */
  version: v.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Sheet = v.InferOutput<typeof Sheet>

export const PublicSheet = v.pick(Sheet, ['markdown', 'html', 'version', 'updatedAt'])

/** The owners' view; a chapter without a sheet has an empty text and no version. */
export const ManagedSheet = v.object({
  markdown: v.string(),
  html: v.string(),
  version: v.nullable(v.string()),
  updatedAt: v.nullable(Timestamp),
})
export type ManagedSheet = v.InferOutput<typeof ManagedSheet>

/** A text for a chapter, and the version of the sheet that its owner has read. An empty text removes the sheet. */
export const SheetInput = v.object({ markdown: freeText(MAX_SHEET_LENGTH), version: v.nullable(v.string()) })
export type SheetInput = v.InferOutput<typeof SheetInput>

/** It is not in the samples, since pages of students must not load it. */
export const sampleSheet: Sheet = {
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  markdown: '## Célérité\n\nElle dépend du **milieu** : $v = \\dfrac{d}{\\Delta t}$.',
  html: '<h4>Célérité</h4>\n<p>Elle dépend du <strong>milieu</strong>.</p>\n',
  version: 'c3f5e7d9-4a6b-4c8d-9e0f-3b4c5d6e7f8a',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
