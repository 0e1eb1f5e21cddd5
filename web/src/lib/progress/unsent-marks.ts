import * as v from 'valibot'
import {
  findTrack,
  THEME_SLUGS,
  type ThemeSlug,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import { listProgress, markDocuments } from '#shared/contract/progress.ts'
import { MARK_CHANGES, type MarkChange } from '#shared/domain/practice/progress.ts'
import { invalidateRoutes } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { createKeptList, createSender, storeAnswer } from '#web/lib/api/kept-data.ts'
import { pageClient } from '#web/lib/api/page-queries.tsx'
import { unsentMarksText } from '#web/lib/browser-storage.ts'

/** A chapter of a track; `chapter` is its 1-based number in the theme. */
export type ChapterKey = { track: TrackCode; theme: ThemeSlug; chapter: number }

/** The changes of a chapter's marks that the server does not have yet, each document once. */
export type UnsentChapter = ChapterKey & { changes: readonly MarkChange[] }

export const { read: unsentChapters, write } = createKeptList<UnsentChapter>(
  unsentMarksText,
  'chapters',
  v.object({
    track: v.picklist(TRACK_CODES),
    theme: v.picklist(THEME_SLUGS),
    chapter: v.number(),
    changes: v.array(v.object({ id: v.string(), mark: v.nullable(v.picklist(MARK_CHANGES)) })),
  }),
)

/**
 * Keeps a change until it is sent, and drops everything of another account. A note that a document was seen replaces no
 * unsent mark of it, since such a mark is new.
 */
export function keepUnsent(account: string, key: ChapterKey, change: MarkChange): void {
  const { before, others } = changesOf(account, key)
  if (change.mark === 'seen' && before.some(({ id }) => id === change.id)) return
  write(account, [...others, { ...key, changes: [...before.filter(({ id }) => id !== change.id), change] }])
}

/** Forgets what was sent, but not what has changed again since. */
export function forgetSentMarks(account: string, sent: UnsentChapter): void {
  const { before, others } = changesOf(account, sent)
  const { track, theme, chapter } = sent
  const changes = before.filter(
    ({ id, mark }) => !sent.changes.some((one) => one.id === id && one.mark === mark),
  )
  write(account, changes.length > 0 ? [...others, { track, theme, chapter, changes }] : others)
}

type AnyChapter = Pick<ChapterKey, 'track' | 'chapter'> & { theme: string }

export function isSameChapter(one: AnyChapter, other: AnyChapter): boolean {
  return one.track === other.track && one.theme === other.theme && one.chapter === other.chapter
}

function changesOf(account: string, key: ChapterKey) {
  const all = unsentChapters(account)
  const isHere = (one: ChapterKey) => isSameChapter(one, key)
  return { before: all.find(isHere)?.changes ?? [], others: all.filter((one) => !isHere(one)) }
}

/** The input of the one list of marks that pages read: all tracks, since most students have only one. */
export const ALL_MARKS = { query: {} }
/** The contract's limit for one request. */
const MOST_CHANGES = 100

export const marksSender = createSender({ unsent: unsentChapters, isSame: isSameChapter, send })

/** Refetches the marks on screen, which another tab has changed. */
export function renewMarks(): Promise<void> {
  return invalidateRoutes(pageClient(), [listProgress])
}

async function send(account: string, unsent: UnsentChapter): Promise<void> {
  const { track, theme, chapter } = unsent
  const changes = unsent.changes.slice(0, MOST_CHANGES)
  const params = { track: findTrack(track).slug, theme, chapter: String(chapter) }
  const answer = await call(markDocuments, { params, body: { marks: changes } })
  await storeAnswer(account, { route: listProgress, input: ALL_MARKS }, ({ items }) => ({
    items: [...items.filter((one) => !isSameChapter(one, answer)), answer],
  }))
  forgetSentMarks(account, { ...unsent, changes })
}
