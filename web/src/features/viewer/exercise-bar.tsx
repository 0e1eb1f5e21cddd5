import { useQuery } from '@tanstack/react-query'
import { ChevronUp, Dumbbell, FileCheck, FileText, PlayCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  exercisePartLabels,
  parseSubjectDocumentId,
  type SubjectPart,
  subjectId,
} from '#shared/catalogue/subjects.ts'
import { exercisePages } from '#shared/domain/practice/exercise-scope.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api, getSubject } from '#web/lib/api/api.ts'
import { pointsText } from '#web/lib/format.ts'
import { classNames } from '#web/ui/card.tsx'
import { useClosing } from '#web/ui/disclosure.ts'
import type { PageRange } from './use-document.ts'
import { clockText } from './viewer-messages.tsx'
import styles from './viewer-toolbar.module.css'

const ICONS = { statement: FileText, correction: FileCheck, video: PlayCircle }

type ExerciseBarProps = {
  exercises: readonly Exercise[]
  current: Exercise
  /** The document that is shown, and those that the viewer can show. */
  part: SubjectPart
  parts: readonly SubjectPart[]
  onChoose: (exercise: Exercise) => void
  onPart: (part: SubjectPart, exercise: Exercise) => void
  /** Begins to work on an exercise alone; null where the reader cannot. */
  onPractise: ((exercise: Exercise) => void) | null
}

export function ExerciseBar(props: ExerciseBarProps) {
  const { exercises, current, part, parts, onChoose, onPart, onPractise } = props
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
    <nav ref={bar} aria-label="Exercices du sujet" className={classNames(styles.bar, styles.exerciseFull)}>
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
        <button type="button" className={styles.exercisePart} onClick={() => onPractise(current)}>
          <Dumbbell size={20} aria-hidden="true" />
          S'entraîner
        </button>
      )}
      {parts
        .filter((each) => each !== part)
        .map((each) => (
          <PartButton
            key={each}
            part={each}
            exercise={current.number}
            onClick={() => onPart(each, current)}
          />
        ))}
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
                <span className={styles.exerciseTitle}>
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

type PartButtonProps = { part: SubjectPart; exercise: number; name?: string | undefined; onClick: () => void }

export function PartButton({ part, exercise, name, onClick }: PartButtonProps) {
  const Icon = ICONS[part]
  const label = exercisePartLabels[part]
  return (
    <button
      type="button"
      className={styles.exercisePart}
      aria-label={name ?? `${label} de l'exercice ${exercise}`}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
      {label}
    </button>
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

/** Returns which of a paper's documents an id names; null for a document that belongs to no paper. */
export function partOf(id: string): SubjectPart | null {
  return parseSubjectDocumentId(id)?.part ?? null
}

/** @param isReady true when the document is shown, because its own requests come first */
export function useExercises(documentId: string, isReady: boolean): readonly Exercise[] {
  const paper = parseSubjectDocumentId(documentId)?.subject
  const { data } = useQuery({
    ...api(getSubject).queryOptions({ params: { id: paper ? subjectId(paper) : '' } }),
    enabled: paper !== undefined && isReady,
  })
  return data?.exercises ?? NONE
}

const NONE: readonly Exercise[] = []

/** Returns a page, or a second of the video; null when it is not known. */
export function startOf(exercise: Exercise, part: SubjectPart): number | null {
  if (part === 'video') return exercise.videoSeconds
  return part === 'correction' ? exercise.correctionPage : exercise.page
}

/**
 * Returns the exercise that is being read: the chosen one while its page is open, else the first that begins on the
 * page, else the last that began before.
 * @param page of the document; null while none is known, as in a video
 */
export function exerciseAt(
  exercises: readonly Exercise[],
  part: SubjectPart,
  page: number | null,
  chosen: number | null,
): Exercise | undefined {
  const choice = exercises.find(({ number }) => number === chosen)
  const known = exercises.filter((each) => startOf(each, part) !== null)
  if (page === null || part === 'video' || known.length === 0) return choice ?? exercises[0]
  if (choice && startOf(choice, part) === page) return choice
  return (
    known.find((each) => startOf(each, part) === page) ??
    known.findLast((each) => (startOf(each, part) ?? 0) < page) ??
    known[0]
  )
}

/** Ends at the page on which the next exercise begins; null where that is not known, and for a video. */
export function pagesOf(
  exercises: readonly Exercise[],
  { number }: Exercise,
  part: SubjectPart,
): PageRange | null {
  if (part === 'video') return null
  const field = part === 'correction' ? 'correctionPage' : 'page'
  return exercisePages(exercises, number, field, Number.POSITIVE_INFINITY)
}
