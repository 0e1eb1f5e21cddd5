import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import {
  getPracticeStatistics,
  LEAST_MARKS,
  type MarkedExercise,
  type SatPaper,
} from '#shared/contract/admin/practice.ts'
import { api } from '#web/lib/api/api.ts'
import { decimalText } from '#web/lib/format/quantities.ts'
import { Badge, Card } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { counted } from '../admin-texts.ts'
import styles from './overview.module.css'

/**
 * Shows the papers that students sit, and the exercises with the lowest marks, so that the owner knows what to explain.
 * It names no student.
 */
export function PractisedPapers() {
  const statistics = useQuery(api(getPracticeStatistics).queryOptions({}))
  return (
    <Card>
      <h3>Examens blancs</h3>
      <Loadable of={statistics} error="Erreur lors du chargement des examens blancs">
        {({ papers, exercises }) => (
          <div className={styles.rankings}>
            <section aria-label="Exercices les plus coûteux">
              <h4>Exercices les plus coûteux</h4>
              <p className={styles.note}>
                Moyenne des points obtenus en examen blanc et à l'entraînement, à partir de {LEAST_MARKS}{' '}
                élèves par exercice ; la dernière note de chacun compte.
              </p>
              {exercises.length === 0 && <p>Aucun exercice n'a encore {LEAST_MARKS} notes.</p>}
              <ol className={styles.ranking}>
                {exercises.map((exercise) => (
                  <CostlyExercise key={`${exercise.subjectId} ${exercise.number}`} exercise={exercise} />
                ))}
              </ol>
            </section>
            <section aria-label="Sujets passés">
              <h4>Sujets passés</h4>
              {papers.length === 0 && <p>Aucun examen blanc n'a encore été passé.</p>}
              <ol className={styles.ranking}>
                {papers.map((paper) => (
                  <li key={paper.subjectId}>
                    <PaperLink paper={paper} />
                    <span>
                      {counted(paper.students, 'élève')}, {counted(paper.marked, 'copie notée')}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          </div>
        )}
      </Loadable>
    </Card>
  )
}

function CostlyExercise({ exercise }: { exercise: MarkedExercise }) {
  const { number, exercise: title, points, share, marks, hints, wrong } = exercise
  const help = [
    ...(hints > 0 ? [`indice demandé par ${counted(hints, 'élève')}`] : []),
    ...(wrong > 0 ? [`réponse fausse de ${counted(wrong, 'élève')}`] : []),
  ].join(', ')
  return (
    <li>
      <span className={styles.exercise}>
        <PaperLink paper={exercise} number={number} />
        <span>
          Exercice {number} : {title}
        </span>
        {help && <span className={styles.note}>{help}</span>}
      </span>
      <span className={styles.average}>
        <strong>{averageText(share * points, points)}</strong>
        <meter aria-hidden="true" min={0} max={1} value={share} />
        {counted(marks, 'note')}
      </span>
    </li>
  )
}

/** '2,42 / 7' */
function averageText(average: number, points: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${average.toLocaleString('fr-FR', digits)} / ${decimalText(points)}`
}

type PaperLinkProps = { paper: SatPaper | MarkedExercise; number?: number }

/** Leads to the paper, or to one of its exercises. */
function PaperLink({ paper, number }: PaperLinkProps) {
  const to = number === undefined ? paperPath(paper) : `${paperPath(paper)}?exercice=${number}`
  return (
    <span data-track={paper.track}>
      <Badge tone="hue">{paper.track}</Badge> <Link to={to}>{paper.title}</Link>
    </span>
  )
}
