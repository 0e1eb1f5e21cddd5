import { Lock } from 'lucide-react'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import type { Access } from '#web/lib/auth/auth-state.ts'
import { DocumentViewerContext, isOpenTo } from '#web/lib/documents/open-document.ts'
import type { ChapterExercise } from '#web/lib/practice/exercise-marks.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'
import { ForAccess } from '#web/ui/account-view.tsx'
import styles from './chapter-exercises.module.css'

type ChapterExercisesProps = {
  exercises: readonly ChapterExercise[]
  chapter: ChapterKey
  access: Access
}

/**
 * Lists the exercises of papers on a chapter; each opens its paper at its page, or the paper's page where it is locked.
 */
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
