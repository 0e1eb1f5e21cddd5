import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react'
import { chapterTitle, listThemes, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { MAX_HINT_LENGTH } from '#shared/entities/exercise-help.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import styles from './exercises.module.css'
import type { DraftExercise, DraftFaults } from './exercises-draft.ts'

export type ShownPage = { part: 'statement' | 'correction'; page: number }

type ExerciseRowProps = {
  track: TrackCode
  row: DraftExercise
  index: number
  count: number
  faults: DraftFaults
  shown: ShownPage | null
  hasCorrection: boolean
  hasVideo: boolean
  onChange: (row: DraftExercise) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function ExerciseRow(props: ExerciseRowProps) {
  const { track, row, index, count, faults, shown, hasCorrection, hasVideo } = props
  const { onChange, onMove, onRemove } = props
  const name = `Exercice ${index + 1}`
  const fault = (field: keyof DraftExercise) => faults[`${index}.${field}`]
  const field = (key: 'title' | 'points' | 'page' | 'correctionPage' | 'videoTime') => ({
    value: row[key],
    error: fault(key),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...row, [key]: target.value }),
  })
  const takePage = (part: ShownPage['part'], key: 'page' | 'correctionPage') =>
    shown?.part === part && (
      <Button
        variant="link"
        aria-label={`${name} : prendre la page affichée ${part === 'statement' ? "de l'énoncé" : 'du corrigé'}, ${shown.page}`}
        onClick={() => onChange({ ...row, [key]: String(shown.page) })}
      >
        Page affichée ({shown.page})
      </Button>
    )
  return (
    <fieldset className={styles.row}>
      <legend tabIndex={-1} className="visually-hidden">
        {name}
      </legend>
      <div className={styles.head}>
        <p aria-hidden="true" className={styles.name}>
          {name}
        </p>
        <IconButton label={`Monter : ${name}`} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Descendre : ${name}`} disabled={index === count - 1} onClick={() => onMove(1)}>
          <ArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Supprimer : ${name}`} Icon={Trash2} onClick={onRemove} />
      </div>
      <div className={styles.wide}>
        <TextField label="Titre" maxLength={120} {...field('title')} />
      </div>
      <TextField label="Points" inputMode="decimal" maxLength={6} {...field('points')} />
      <div className={styles.place}>
        <TextField label="Page de l'énoncé" inputMode="numeric" maxLength={3} {...field('page')} />
        {takePage('statement', 'page')}
      </div>
      {(hasCorrection || row.correctionPage !== '') && (
        <div className={styles.place}>
          <TextField label="Page du corrigé" inputMode="numeric" maxLength={3} {...field('correctionPage')} />
          {takePage('correction', 'correctionPage')}
        </div>
      )}
      {(hasVideo || row.videoTime !== '') && (
        <TextField label="Instant de la vidéo" placeholder="4:30" maxLength={10} {...field('videoTime')} />
      )}
      <div className={styles.wide}>
        <ChapterPicker
          track={track}
          chapters={row.chapters}
          error={fault('chapters')}
          onChange={(chapters) => onChange({ ...row, chapters })}
        />
      </div>
      <ExerciseHelp name={name} row={row} fault={fault} onChange={onChange} />
    </fieldset>
  )
}

type ExerciseHelpProps = {
  name: string
  row: DraftExercise
  fault: (field: keyof DraftExercise) => string | undefined
  onChange: (row: DraftExercise) => void
}

/** The hints and the final answer, which few exercises have; opens where there is something to correct. */
function ExerciseHelp({ name, row, fault, onChange }: ExerciseHelpProps) {
  const { hints, answer } = row
  const count = hints.filter(Boolean).length
  const isFaulty = fault('hints') !== undefined || fault('answer') !== undefined
  const filled = [count > 0 && (count === 1 ? '1 indice' : `${count} indices`), answer !== '' && '1 réponse']
  return (
    <details
      className={styles.wide}
      ref={(details) => {
        // It stays open while the fault is corrected, so that the field that is typed in does not disappear.
        if (details && isFaulty) details.open = true
      }}
    >
      <summary className={styles.help}>
        Indices et réponse<span className="visually-hidden"> : {name}</span>
        {(count > 0 || answer !== '') && <span>{` (${filled.filter(Boolean).join(', ')})`}</span>}
      </summary>
      <div className={styles.helpFields}>
        {hints.map((hint, at) => (
          <TextField
            // Hints have no identity beside their position.
            key={`${row.key}-${at + 1}`}
            label={`Indice ${at + 1}`}
            value={hint}
            error={at === 0 ? fault('hints') : undefined}
            maxLength={MAX_HINT_LENGTH}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...row, hints: hints.with(at, target.value) })}
          />
        ))}
        <TextArea
          label="Réponse finale"
          hint="Un nombre, comme 0,1&nbsp;mol/L ± 5&nbsp;%, ou une proposition par ligne, avec une étoile (*) devant la bonne."
          error={fault('answer')}
          rows={2}
          value={answer}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...row, answer: target.value })}
        />
      </div>
    </details>
  )
}

type ChapterPickerProps = {
  track: TrackCode
  chapters: Exercise['chapters']
  error: string | undefined
  onChange: (chapters: Exercise['chapters']) => void
}

function ChapterPicker({ track, chapters, error, onChange }: ChapterPickerProps) {
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
