import * as v from 'valibot'
import { TrackCode } from '../../entities/fields.ts'
import { route } from '../define-route.ts'
import { queryNumber } from '../query.ts'

export const OPENING_PERIODS = [7, 30, 365] as const
export type OpeningPeriod = (typeof OPENING_PERIODS)[number]

const DAYS = 'La période doit être de 7, 30 ou 365 jours'

const ListedPage = v.object({ title: v.string(), track: TrackCode, path: v.string() })
export type ListedPage = v.InferOutput<typeof ListedPage>

const Ranking = v.object({
  opened: v.array(v.object({ ...ListedPage.entries, openings: v.number() })),
  unopened: v.array(ListedPage),
  unopenedCount: v.number(),
})
export type Ranking = v.InferOutput<typeof Ranking>

/** Openings of documents by students and visitors. Only pages with a document are ranked. */
export const Rankings = v.object({ papers: Ranking, chapters: Ranking, videos: Ranking })
export type Rankings = v.InferOutput<typeof Rankings>

export const rankOpenings = route('GET /api/admin/openings', {
  access: 'owner',
  query: v.object({
    days: v.optional(v.pipe(queryNumber(7, 365, DAYS), v.picklist(OPENING_PERIODS, DAYS)), 30),
  }),
  response: Rankings,
})
