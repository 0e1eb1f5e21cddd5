import { ChevronUp, Dumbbell, FileCheck, FileText, type LucideIcon, PlayCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { exercisePartLabels, type SubjectPart } from '#shared/catalogue/subjects.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { pointsText } from '#web/lib/format.ts'
import { classNames } from '#web/ui/card.tsx'
import { useClosing } from '#web/ui/disclosure.ts'
import styles from './exercise-bar.module.css'
import { startOf } from './exercises.ts'
import { clockText } from './viewer-messages.tsx'

const ICONS: Record<SubjectPart, LucideIcon> = {
  statement: FileText,
  correction: FileCheck,
  video: PlayCircle,
}

type ExerciseBarProps = {
  exercises: readonly Exercise[]
  /** The exercise that is being read. */
  current: Exercise
  /** The document that is shown, and those that the viewer can show. */
  part: SubjectPart
  parts: readonly SubjectPart[]
  onChoose: (exercise: Exercise) => void
  onPart: (part: SubjectPart, exercise: Exercise) => void
  /** Begins to work on an exercise alone; null where the reader cannot. */
  onPractise: ((exercise: Exercise) => void) | null
}

/**
 * Lists the exercises of a paper at the foot of the viewer, within reach of a thumb, and opens this one in the other
 * documents.
 */
export function ExerciseBar({
  exercises,
  current,
  part,
  parts,
  onChoose,
  onPart,
  onPractise,
}: ExerciseBarProps) {
  const [isOpen, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useClosing(bar, isOpen, () => setOpen(false))
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }, [isOpen])
  const choose = (exercise: Exercise) => {
    setOpen(false)
    bar.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    onChoose(exercise)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the list, not yet the viewer
    <nav
      ref={bar}
      aria-label="Exercices du sujet"
      className={classNames(styles.bar, styles.full)}
      onKeyDown={(event) => {
        if (isOpen && event.key === 'Escape') event.preventDefault()
      }}
    >
      <button
        type="button"
        className={styles.current}
        aria-expanded={isOpen}
        aria-label={`Exercice ${current.number}, choisir un exercice`}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronUp size={20} aria-hidden="true" />
        Exercice {current.number}
      </button>
      {onPractise && (
        <button type="button" className={styles.part} onClick={() => onPractise(current)}>
          <Dumbbell size={20} aria-hidden="true" />
          S'entraîner
        </button>
      )}
      {parts
        .filter((each) => each !== part)
        .map((each) => {
          const label = exercisePartLabels[each]
          const Icon = ICONS[each]
          return (
            <button
              key={each}
              type="button"
              className={styles.part}
              aria-label={`${label} de l'exercice ${current.number}`}
              onClick={() => onPart(each, current)}
            >
              <Icon size={20} aria-hidden="true" />
              {label}
            </button>
          )
        })}
      {isOpen && (
        <ol ref={list} className={styles.list}>
          {exercises.map((exercise) => (
            <li key={exercise.number}>
              <button
                type="button"
                className={styles.exercise}
                aria-current={exercise === current ? 'true' : undefined}
                onClick={() => choose(exercise)}
              >
                <span className={styles.title}>
                  {withFrenchSpaces(`Exercice ${exercise.number} : ${exercise.title}`)}
                </span>{' '}
                <span className={styles.detail}>
                  {[pointsText(exercise.points), startText(exercise, part)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}

/** Keeps the place of a bar that is being loaded. */
export function ExerciseBarPlace() {
  return <div className={styles.place} />
}

/** 'page 3', '12:05' */
function startText(exercise: Exercise, part: SubjectPart): string | null {
  const start = startOf(exercise, part)
  if (start === null) return null
  return part === 'video' ? clockText(start) : `page ${start}`
}
