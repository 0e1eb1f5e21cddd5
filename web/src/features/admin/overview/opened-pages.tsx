import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type ListedPage,
  OPENING_PERIODS,
  type OpeningPeriod,
  type Ranking,
  rankOpenings,
} from '#shared/contract/admin/openings.ts'
import { api } from '#web/lib/api/api.ts'
import { Badge, Card } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Tools } from '#web/ui/tools.tsx'
import { counted } from '../admin-texts.ts'
import { PeriodField } from '../list-parts.tsx'
import styles from './overview.module.css'

/** Shows the most and the least opened documents, so that the owner knows what to record next. */
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
            <PageLink page={page} />
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
                <PageLink page={page} />
              </li>
            ))}
          </ul>
          {unopenedCount > unopened.length && <p>{`Les ${unopened.length} premiers sont affichés.`}</p>}
        </details>
      )}
    </section>
  )
}

function PageLink({ page: { title, track, path } }: { page: ListedPage }) {
  return (
    <span data-track={track}>
      <Badge tone="hue">{track}</Badge> <Link to={path}>{title}</Link>
    </span>
  )
}
