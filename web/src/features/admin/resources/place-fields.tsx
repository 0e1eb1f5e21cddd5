import { useState } from 'react'
import {
  EXAM_SESSIONS,
  type ExamSession,
  listThemes,
  type Theme,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { resourceFieldLabels as labels } from '#shared/entities/resource.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { trackLabels } from '../admin-texts.ts'
import styles from './resources.module.css'

type ChapterPlace = Pick<ManagedResource, 'track' | 'theme' | 'chapter'>

export function PlaceFields({ values }: { values: ChapterPlace }) {
  const [place, setPlace] = useState<ChapterPlace>(values)
  const themes = listThemes(place.track)
  const themeAt = (wanted: string) => themes.find(({ slug }) => slug === wanted)
  return (
    <>
      <SelectField
        label="Filière"
        name="track"
        value={place.track}
        choices={trackLabels}
        onChange={({ target }) => setPlace(inTrack(place, target.value as TrackCode))}
      />
      <div className={styles.twoColumns}>
        <SelectField
          label="Thème"
          name="theme"
          value={place.theme}
          choices={Object.fromEntries(themes.map(({ slug, title }) => [slug, title]))}
          onChange={({ target }) => setPlace(firstPlace(place.track, themeAt(target.value)))}
        />
      </div>
      <div className={styles.twoColumns}>
        <SelectField
          label="Chapitre"
          name="chapter"
          value={place.chapter}
          choices={themeAt(place.theme)?.chapters ?? []}
          onChange={({ target }) => setPlace({ ...place, chapter: target.value })}
        />
      </div>
    </>
  )
}

export function YearFields({ year, session }: { year: string; session: ExamSession }) {
  return (
    <>
      <TextField
        label={labels.year}
        name="year"
        inputMode="numeric"
        maxLength={4}
        required
        defaultValue={year}
      />
      <SelectField label={labels.session} name="session" defaultValue={session} choices={EXAM_SESSIONS} />
    </>
  )
}

/** Another track keeps the theme and the chapter if it teaches them. */
function inTrack({ theme: slug, chapter }: ChapterPlace, track: TrackCode): ChapterPlace {
  const themes = listThemes(track)
  const theme = themes.find((each) => each.slug === slug)
  if (theme?.chapters.includes(chapter)) return { track, theme: theme.slug, chapter }
  return firstPlace(track, theme)
}

export function firstPlace(track: TrackCode, theme = listThemes(track)[0] as Theme): ChapterPlace {
  return { track, theme: theme.slug, chapter: theme.chapters[0] ?? '' }
}
