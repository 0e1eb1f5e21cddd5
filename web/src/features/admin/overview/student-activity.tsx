import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import {
  OPENING_PERIODS,
  type OpeningPeriod,
  type Ranking,
  rankOpenings,
} from '#shared/contract/admin/openings.ts'
import { getPracticeStatistics, LEAST_MARKS, type MarkedExercise } from '#shared/contract/admin/overview.ts'
import { api } from '#web/lib/api/api.ts'
import { pointsText } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, Card, Stack } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted } from '../admin-texts.ts'
import { PeriodField, Tools } from '../list-parts.tsx'
import styles from './overview.module.css'

export function OpenedPages() {
  const [days, setDays] = useState<OpeningPeriod>(30)
  const rankings = useQuery({
    ...api(rankOpenings).queryOptions({ query: { days } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card>
      <h3>Documents ouverts</h3>
      <Tools>
        <PeriodField periods={OPENING_PERIODS} value={days} onChange={setDays} />
      </Tools>
      <Loadable of={rankings} error="Erreur lors du chargement des documents ouverts">
        {({ papers, chapters, videos }) => (
          <div className={styles.rankings}>
            <RankingColumn title="Sujets" ranking={papers} />
            <RankingColumn title="Chapitres" ranking={chapters} />
            <RankingColumn title="Vidéos" ranking={videos} />
          </div>
        )}
      </Loadable>
    </Card>
  )
}

function RankingColumn({ title, ranking }: { title: string; ranking: Ranking }) {
  const { opened, unopened, unopenedCount } = ranking
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      {opened.length === 0 && <p>Aucune ouverture pendant cette période.</p>}
      <ol className={styles.ranking}>
        {opened.map((page) => (
          <li key={`${page.path} ${page.title}`}>
            <TrackLink track={page.track} to={page.path} title={page.title} />
            <span>{counted(page.openings, 'ouverture')}</span>
          </li>
        ))}
      </ol>
      {unopenedCount > 0 && (
        <details>
          <summary>{`Non ouverts (${unopenedCount.toLocaleString('fr-FR')})`}</summary>
          <ul className={styles.ranking}>
            {unopened.map((page, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two videos of a chapter may have one title
              <li key={index}>
                <TrackLink track={page.track} to={page.path} title={page.title} />
              </li>
            ))}
          </ul>
          {unopenedCount > unopened.length && <p>{`Les ${unopened.length} premiers sont affichés.`}</p>}
        </details>
      )}
    </section>
  )
}

function TrackLink({ track, to, title }: { track: TrackCode; to: string; title: string }) {
  return (
    <span data-track={track}>
      <Badge tone="hue">{track}</Badge> <Link to={to}>{title}</Link>
    </span>
  )
}

/** Counts students and names none. */
export function PractisedPapers() {
  const statistics = useQuery(api(getPracticeStatistics).queryOptions({}))
  return (
    <Card>
      <h3 id="entrainement">Entraînement et examens blancs</h3>
      <Loadable of={statistics} error="Erreur lors du chargement de l'entraînement">
        {({ papers, exercises }) => (
          <>
            <section aria-label="Exercices les plus manqués">
              <h4>Exercices les plus manqués</h4>
              <p className={styles.note}>
                À partir de {LEAST_MARKS} élèves par exercice. La dernière note de chacun compte, et une seule
                fois un indice demandé ou une réponse fausse.
              </p>
              <MissedExercises exercises={exercises} />
            </section>
            <section aria-label="Sujets passés">
              <h4>Sujets passés</h4>
              {papers.length === 0 && <p>Aucun examen blanc n'a encore été passé.</p>}
              <ol className={styles.ranking}>
                {papers.map((paper) => (
                  <li key={paper.subjectId}>
                    <TrackLink track={paper.track} to={paperPath(paper)} title={paper.title} />
                    <span>
                      {counted(paper.students, 'élève')}, {counted(paper.marked, 'copie notée')}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          </>
        )}
      </Loadable>
    </Card>
  )
}

const FIRST = 10

function MissedExercises({ exercises }: { exercises: readonly MarkedExercise[] }) {
  const [isWhole, setWhole] = useState(false)
  if (exercises.length === 0) return <p>Aucun exercice n'a encore été noté par {LEAST_MARKS} élèves.</p>
  return (
    <Stack>
      <Table caption="Exercices les plus manqués" columns={COLUMNS} inline>
        {exercises.slice(0, isWhole ? undefined : FIRST).map((exercise) => (
          <tr key={`${exercise.subjectId} ${exercise.number}`}>
            <th scope="row">
              <TrackLink
                track={exercise.track}
                to={`${paperPath(exercise)}?exercice=${exercise.number}`}
                title={`Exercice ${exercise.number}\u00a0: ${exercise.exercise}`}
              />
              <span className={styles.paper}>
                {exercise.title} · {pointsText(exercise.points)}
              </span>
            </th>
            <td data-label="Points manqués">
              {(1 - exercise.share).toLocaleString('fr-FR', { style: 'percent' })}
            </td>
            <td data-label="Élèves">{exercise.marks.toLocaleString('fr-FR')}</td>
            <td data-label="Indice demandé">{exercise.hints.toLocaleString('fr-FR')}</td>
            <td data-label="Réponse fausse">{exercise.wrong.toLocaleString('fr-FR')}</td>
          </tr>
        ))}
      </Table>
      {!isWhole && exercises.length > FIRST && (
        <div>
          <Button variant="secondary" onClick={() => setWhole(true)}>
            Afficher les {exercises.length} exercices
          </Button>
        </div>
      )}
    </Stack>
  )
}

const COLUMNS = ['Exercice', 'Points manqués', 'Élèves', 'Indice demandé', 'Réponse fausse']
