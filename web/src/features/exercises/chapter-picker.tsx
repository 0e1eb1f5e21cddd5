import { X } from 'lucide-react'
import { chapterTitle, listThemes } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import styles from './exercises.module.css'

type Chapters = Exercise['chapters']

type ChapterPickerProps = {
  track: TrackCode
  chapters: Chapters
  error: string | undefined
  onChange: (chapters: Chapters) => void
}

/** The chapters of an exercise: the chosen ones, and a list of the others by theme. */
export function ChapterPicker({ track, chapters, error, onChange }: ChapterPickerProps) {
  const isChosen = (theme: string, chapter: number) =>
    chapters.some((each) => each.theme === theme && each.chapter === chapter)
  const add = (value: string) => {
    const [theme, chapter] = value.split('/')
    const slug = listThemes(track).find((each) => each.slug === theme)?.slug
    if (slug) onChange([...chapters, { theme: slug, chapter: Number(chapter) }])
  }
  return (
    <div className={styles.chapters}>
      <SelectField
        label="Ajouter un chapitre"
        value=""
        error={error}
        onChange={({ target }) => add(target.value)}
      >
        <option value="">Choisir…</option>
        {listThemes(track).map(({ slug, title, chapters: titles }) => (
          <optgroup key={slug} label={title}>
            {titles.map((name, index) => (
              <option key={name} value={`${slug}/${index + 1}`} disabled={isChosen(slug, index + 1)}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {chapters.length > 0 && (
        <ul aria-label="Chapitres de l'exercice" className={styles.chosen}>
          {chapters.map(({ theme, chapter }) => {
            const title = chapterTitle(track, theme, chapter) ?? `${theme} ${chapter}`
            return (
              <li key={`${theme}/${chapter}`}>
                <Button
                  variant="secondary"
                  aria-label={`Retirer le chapitre ${title}`}
                  onClick={() =>
                    onChange(chapters.filter((each) => each.theme !== theme || each.chapter !== chapter))
                  }
                >
                  {title}
                  <X size={16} aria-hidden="true" />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
