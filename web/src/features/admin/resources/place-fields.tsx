import { useState } from 'react'
import { listThemes, type Theme, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { SelectField } from '#web/ui/field.tsx'
import { trackText } from '../admin-texts.ts'
import styles from './resources.module.css'

type ChapterPlace = Pick<ManagedResource, 'track' | 'theme' | 'chapter'>

/** Track, theme and chapter: each offers the choices of the one before it. */
export function PlaceFields({ values }: { values: ChapterPlace }) {
  const [place, setPlace] = useState<ChapterPlace>(values)
  const themes = listThemes(place.track)
  const chapters = themes.find(({ slug }) => slug === place.theme)?.chapters ?? []
  return (
    <>
      <SelectField
        label="Filière"
        name="track"
        value={place.track}
        onChange={({ target }) => setPlace(inTrack(place, target.value as TrackCode))}
      >
        {tracks.map((track) => (
          <option key={track.code} value={track.code}>
            {trackText(track)}
          </option>
        ))}
      </SelectField>
      <div className={styles.twoColumns}>
        <SelectField
          label="Thème"
          name="theme"
          value={place.theme}
          onChange={({ target }) => setPlace(inTheme(place, target.value as ThemeSlug))}
        >
          {themes.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles.twoColumns}>
        <SelectField
          label="Chapitre"
          name="chapter"
          value={place.chapter}
          onChange={({ target }) => setPlace({ ...place, chapter: target.value })}
        >
          {chapters.map((chapter) => (
            <option key={chapter}>{chapter}</option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

function inTheme({ track }: ChapterPlace, slug: ThemeSlug): ChapterPlace {
  return firstPlace(
    track,
    listThemes(track).find((theme) => theme.slug === slug),
  )
}

/** Another track keeps the theme and the chapter if it teaches them. */
function inTrack({ theme: slug, chapter }: ChapterPlace, track: TrackCode): ChapterPlace {
  const themes = listThemes(track)
  const theme = themes.find((each) => each.slug === slug)
  if (theme?.chapters.includes(chapter)) return { track, theme: theme.slug, chapter }
  return firstPlace(track, theme)
}

/** Returns the first chapter of a theme; without a theme, that of the track's first theme. */
export function firstPlace(track: TrackCode, theme = listThemes(track)[0] as Theme): ChapterPlace {
  return { track, theme: theme.slug, chapter: theme.chapters[0] ?? '' }
}
