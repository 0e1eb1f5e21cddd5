import * as v from 'valibot'
import { THEME_SLUGS, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { MARKS, type MarkChange } from '#shared/domain/progress.ts'
import { readUnsent, writeUnsent } from './unsent-storage.ts'

/** A chapter of a track; `chapter` is its 1-based number in the theme. */
export type Place = { track: TrackCode; theme: ThemeSlug; chapter: number }

/** The changes of a chapter's marks that the server does not have yet, each document once. */
export type UnsentChapter = Place & { changes: readonly MarkChange[] }

const Unsent = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    account: v.string(),
    chapters: v.array(
      v.object({
        track: v.picklist(TRACK_CODES),
        theme: v.picklist(THEME_SLUGS),
        chapter: v.number(),
        changes: v.array(v.object({ id: v.string(), mark: v.nullable(v.picklist(MARKS)) })),
      }),
    ),
  }),
)

/** The account's unsent changes; of another account, or unreadable, they are none. */
export function unsentOf(account: string, text = readUnsent()): readonly UnsentChapter[] {
  const kept = v.safeParse(Unsent, text)
  return kept.success && kept.output.account === account ? kept.output.chapters : []
}

/** Keeps a change until it is sent; what was kept for another account goes. */
export function keepUnsent(account: string, place: Place, change: MarkChange): void {
  const { before, others } = parted(account, place)
  write(account, [...others, { ...place, changes: [...before.filter(({ id }) => id !== change.id), change] }])
}

/** Forgets what was sent, but not what has changed again since. */
export function forgetSent(account: string, sent: UnsentChapter): void {
  const { before, others } = parted(account, sent)
  const { track, theme, chapter } = sent
  const changes = before.filter(
    ({ id, mark }) => !sent.changes.some((one) => one.id === id && one.mark === mark),
  )
  write(account, changes.length > 0 ? [...others, { track, theme, chapter, changes }] : others)
}

/** Whether both are the same chapter. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.track === other.track && one.theme === other.theme && one.chapter === other.chapter
}

function parted(account: string, place: Place) {
  const all = unsentOf(account)
  const isHere = (one: Place) => isSamePlace(one, place)
  return { before: all.find(isHere)?.changes ?? [], others: all.filter((one) => !isHere(one)) }
}

function write(account: string, chapters: readonly UnsentChapter[]): void {
  writeUnsent(chapters.length > 0 ? JSON.stringify({ account, chapters }) : null)
}
