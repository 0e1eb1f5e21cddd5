import * as v from 'valibot'
import { TrackCode } from '../../entities/fields.ts'
import { queryNumber } from '../query.ts'
import { route } from '../route.ts'

/** Days that a ranking covers, today included. */
export const OPENING_PERIODS = [7, 30, 365] as const
export type OpeningPeriod = (typeof OPENING_PERIODS)[number]

const DAYS = 'La période doit être de 7, 30 ou 365 jours'

/** A paper, a chapter or a video, with the page on which it is found. */
const ListedPage = v.object({ title: v.string(), track: TrackCode, path: v.string() })
export type ListedPage = v.InferOutput<typeof ListedPage>

/** What was opened most, and what was not opened at all; of the latter a part where there is much. */
const Ranking = v.object({
  opened: v.array(v.object({ ...ListedPage.entries, openings: v.number() })),
  unopened: v.array(ListedPage),
  unopenedCount: v.number(),
})
export type Ranking = v.InferOutput<typeof Ranking>

/** How often documents were opened, by students and visitors. Only what has a document to open is ranked. */
export const Rankings = v.object({ papers: Ranking, chapters: Ranking, videos: Ranking })
export type Rankings = v.InferOutput<typeof Rankings>

export const rankOpenings = route({
  method: 'GET',
  path: '/api/admin/openings',
  access: 'owner',
  capability: 'admin',
  query: v.object({
    days: v.optional(v.pipe(queryNumber(7, 365, DAYS), v.picklist(OPENING_PERIODS, DAYS)), 30),
  }),
  response: Rankings,
})
