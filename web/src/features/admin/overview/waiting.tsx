import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { getOverview, type Overview } from '#shared/contract/admin/overview.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { api } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { formatCalendarDay } from '#web/lib/format.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { counted } from '../admin-texts.ts'
import { OfferNotice } from '../notices.tsx'
import styles from './waiting.module.css'

export const OwnerHome = withQueries(function OwnerHome() {
  const overview = useQuery(api(getOverview).queryOptions({}))
  return (
    <Stack>
      <OfferNotice />
      <Loadable of={overview} error="Erreur lors du chargement de ce qui vous attend">
        {(figures) => <Waiting figures={figures} Heading="h2" />}
      </Loadable>
    </Stack>
  )
})

type Task = { text: string; to: string }

/** The end of the offer is named this many days ahead, so that the next one is ready in time. */
const DAYS_AHEAD = 30

export function Waiting({ figures, Heading }: { figures: Overview; Heading: 'h2' | 'h3' }) {
  const id = useId()
  const { premiumValidUntil } = useSettings()
  const tasks = [
    countedTask(figures.paymentRequests, 'paiement déclaré', '/admin/demandes'),
    countedTask(figures.openQuestions, 'question', '/admin/questions'),
    countedTask(figures.receivedFiles, 'fichier reçu', '/admin/fichiers-recus'),
    countedTask(figures.newReports, 'erreur signalée', '/admin/signalements'),
    countedTask(figures.brokenDocuments, 'document cassé', '/admin/tableau-de-bord#documents-en-defaut'),
    endOfOffer(premiumValidUntil, moroccanToday()),
  ].filter((task) => task !== null)
  return (
    <Card>
      <Heading id={id}>À faire</Heading>
      {tasks.length === 0 ? (
        <p>Rien n'attend aujourd'hui.</p>
      ) : (
        <ul aria-labelledby={id} className={styles.tasks}>
          {tasks.map(({ text, to }) => (
            <li key={to}>
              {/* The browser itself scrolls to a part of the page that is open. */}
              <Link to={to} reloadDocument={to.includes('#')} className={styles.task}>
                {text}
                <ArrowRight size={18} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function countedTask(count: number, words: string, to: string): Task | null {
  return count === 0 ? null : { text: counted(count, words), to }
}

/** `OfferNotice` says what follows from an offer that is over. */
function endOfOffer(lastDay: string | null, today: string): Task | null {
  if (lastDay === null || lastDay < today || today < daysBefore(lastDay, DAYS_AHEAD)) return null
  return { text: `L'offre finit le ${formatCalendarDay(lastDay)}`, to: '/admin/parametres/rentree' }
}
