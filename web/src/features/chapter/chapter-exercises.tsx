import { Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { isOpenTo } from '#web/lib/documents/open-document.ts'
import { ForAccess } from '#web/ui/account-view.tsx'
import styles from './chapter-exercises.module.css'
import type { ChapterExercise } from './chapter-links.ts'

type ChapterExercisesProps = { exercises: readonly ChapterExercise[]; access: Access }

/**
 * Lists the exercises of papers on a chapter; each opens its paper at its page, or the paper's page where it is locked.
 */
export function ChapterExercises({ exercises, access }: ChapterExercisesProps) {
  if (exercises.length === 0) return null
  return (
    <section aria-labelledby="exercices" className={styles.section}>
      <h2 id="exercices">Exercices des sujets</h2>
      <ul className={styles.list}>
        {exercises.map((exercise) => {
          const { paper, number, title, detail } = exercise
          const isOpen = isOpenTo(access, exercise)
          return (
            <li key={`${paper}/${number}`}>
              <Link to={isOpen ? `${paper}?exercice=${number}` : paper} className={styles.exercise}>
                <span>
                  {title} <small className={styles.paper}>{detail}</small>
                </span>
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
