import { listThemes, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'

/** A chapter as another one points to it. */
export type Neighbour = { to: string; title: string; theme: string }

export type Neighbours = { previous: Neighbour | null; next: Neighbour | null }

/** The chapters before and after one in the track's teaching order, across the borders of themes. */
export function neighboursOf(track: TrackCode, theme: ThemeSlug, number: number): Neighbours {
  const { slug } = findTrack(track)
  const chapters = listThemes(track).flatMap((each) =>
    each.chapters.map((title, index) => ({
      to: `/${slug}/${each.slug}/${index + 1}`,
      title,
      theme: each.title,
    })),
  )
  const at = chapters.findIndex(({ to }) => to === `/${slug}/${theme}/${number}`)
  return { previous: chapters[at - 1] ?? null, next: chapters[at + 1] ?? null }
}
