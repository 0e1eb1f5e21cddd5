import { FileText, Lock, PlayCircle } from 'lucide-react'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import type { ChapterItem } from '#shared/entities/resource.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import { documentLabel, sizeText } from '#web/lib/documents/document-labels.ts'
import { DocumentViewerContext, isMarkable, isOpenTo } from '#web/lib/documents/open-document.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import type { ChapterExercise } from '#web/lib/practice/exercise-marks.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'
import { ForAccess, SignedIn } from '#web/ui/account-view.tsx'
import { Card, classNames } from '#web/ui/card.tsx'
import styles from './chapter.module.css'
import type { CorrectedOn } from './chapter-links.ts'
import { type Exam, STUDENTS } from './exams.ts'

/** Loaded apart from the page, because visitors do not need it. */
const DocumentMarks = optionalComponent(async () => (await import('./student-marks.tsx')).DocumentMarks)

type ExamCardProps = {
  exam: Exam
  chapter: ChapterKey
  access: Access
  onOpen: (item: ChapterItem) => void
  paper: string | undefined
  corrected: readonly CorrectedOn[]
}

export function ExamCard({ exam, paper, corrected, chapter, access, onOpen }: ExamCardProps) {
  const { title, items } = exam
  const heading = <h2 className={styles.title}>{paper ? <Link to={paper}>{title}</Link> : title}</h2>
  return (
    <Card track={chapter.track} head={heading}>
      <ul className={styles.documents}>
        {items.map((item) => (
          <li key={item.id}>
            <DocumentButton
              item={item}
              correctedOn={corrected.find(([id]) => id === item.id)?.[1]}
              access={access}
              onOpen={() => onOpen(item)}
            />
            <ForAccess of={STUDENTS.filter((student) => isMarkable(item, student))}>
              <div className={styles.marks}>
                <SignedIn>
                  <DocumentMarks chapter={chapter} id={item.id} label={documentLabel(item)} />
                </SignedIn>
              </div>
            </ForAccess>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type DocumentButtonProps = {
  item: ChapterItem
  correctedOn: string | undefined
  access: Access
  onOpen: () => void
}

function DocumentButton({ item, correctedOn, access, onOpen }: DocumentButtonProps) {
  const Icon = item.type === 'pdf' ? FileText : PlayCircle
  const weightId = `weight-${item.id}`
  return (
    <button
      type="button"
      aria-describedby={weightId}
      className={classNames(styles.document, !item.isFree && styles.paid)}
      disabled={!isOpenTo(access, item) && access !== 'visitor'}
      onClick={onOpen}
    >
      <Icon size={20} aria-hidden="true" />
      <span>
        {documentLabel(item)}
        {/* The size is a description, so that the button's name stays the name of the document. */}
        <small id={weightId} aria-hidden="true" className={styles.weight}>
          {sizeText({ ...item, correctedOn })}
        </small>
      </span>
      {item.isFree && ' '}
      <ForAccess of={['visitor', 'free']} as="span">
        {item.isFree ? (
          <span className={styles.free}>Gratuit</span>
        ) : (
          <Lock size={16} aria-hidden="true" className={styles.lock} />
        )}
      </ForAccess>
    </button>
  )
}

type ChapterExercisesProps = { exercises: readonly ChapterExercise[]; chapter: ChapterKey; access: Access }

export function ChapterExercises({ exercises, chapter, access }: ChapterExercisesProps) {
  const { PracticeMarks } = useContext(DocumentViewerContext)
  if (exercises.length === 0) return null
  return (
    <section aria-labelledby="exercices" className={styles.section}>
      <h2 id="exercices">Exercices des sujets</h2>
      <p className={styles.count}>
        {exercises.length > 1 ? `${exercises.length} exercices` : '1 exercice'} de bac sur ce chapitre
        <PracticeMarks exercises={exercises} />
      </p>
      <ul className={styles.list}>
        {exercises.map((exercise) => {
          const { paper, number, title, detail } = exercise
          const isOpen = isOpenTo(access, exercise)
          return (
            <li key={paper + number}>
              <Link
                to={isOpen ? `${paper}?exercice=${number}` : paper}
                state={{ chapter }}
                className={styles.exercise}
              >
                <span>
                  {title} <small className={styles.paper}>{detail}</small>
                </span>
                <ForAccess of={exercise.isFree ? ['free', 'premium'] : ['premium']} as="span">
                  <span className={styles.mark}>
                    <PracticeMarks paper={paper} number={number} />
                  </span>
                </ForAccess>
                {!exercise.isFree && (
                  <ForAccess of={['visitor', 'free']} as="span">
                    <Lock size={16} role="img" aria-label="Réservé Premium" />
                  </ForAccess>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
