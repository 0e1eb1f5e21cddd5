import { chapterPath } from '#shared/catalogue/page-path.ts'
import {
  findTheme,
  findTrack,
  listThemes,
  type Theme,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'

export type SheetPlace = ReturnType<typeof placeAt>

export function listPlaces(code: TrackCode): SheetPlace[] {
  return listThemes(code).flatMap((theme) =>
    theme.chapters.map((_, index) => placeAt(code, theme, index + 1)),
  )
}

export function parsePlace(path: string | null): SheetPlace | null {
  const [code, slug = '', number] = path?.split('/') ?? []
  const track = TRACK_CODES.find((each) => each === code)
  const theme = track && findTheme(track, slug)
  return track && theme?.chapters[Number(number) - 1] ? placeAt(track, theme, Number(number)) : null
}

function placeAt(code: TrackCode, theme: Theme, number: number) {
  const track = findTrack(code)
  return {
    /** In the page's address: 'SM/ondes/1'. */
    path: `${code}/${theme.slug}/${number}`,
    track,
    theme,
    title: theme.chapters[number - 1] ?? '',
    page: chapterPath(code, theme.slug, number),
    params: { track: track.slug, theme: theme.slug, chapter: String(number) },
  }
}
