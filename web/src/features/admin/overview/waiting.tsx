import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { Overview } from '#shared/contract/admin/overview.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '../admin-texts.ts'
import styles from './overview.module.css'

type Task = { text: string; to: string }

/** The end of the offer is named this many days ahead, so that the next one is ready in time. */
const DAYS_AHEAD = 30

/** Lists what waits for the owner, each line with the page where it is done. */
export function Waiting({ figures }: { figures: Overview }) {
  const id = useId()
  const { premiumValidUntil } = useSettings()
  const tasks = [
    counts(figures.paymentRequests, 'paiement déclaré', '/admin/demandes'),
    counts(figures.openQuestions, 'question', '/admin/questions'),
    counts(figures.receivedFiles, 'fichier reçu', '/admin/fichiers-recus'),
    counts(figures.newReports, 'erreur signalée', '/admin/signalements'),
    counts(figures.brokenDocuments, 'document cassé', '#documents-en-defaut'),
    endOfOffer(premiumValidUntil, moroccanToday()),
  ].filter((task) => task !== null)
  return (
    <Card>
      <h3 id={id}>À faire</h3>
      {tasks.length === 0 ? (
        <p>Rien n'attend aujourd'hui.</p>
      ) : (
        <ul aria-labelledby={id} className={styles.tasks}>
          {tasks.map(({ text, to }) => (
            <li key={to}>
              <TaskLink text={text} to={to} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function TaskLink({ text, to }: Task) {
  const content = (
    <>
      {text}
      <ArrowRight size={18} aria-hidden="true" />
    </>
  )
  // The browser itself scrolls to a part of this page.
  return to.startsWith('#') ? (
    <a href={to} className={styles.task}>
      {content}
    </a>
  ) : (
    <Link to={to} className={styles.task}>
      {content}
    </Link>
  )
}

function counts(count: number, words: string, to: string): Task | null {
  return count === 0 ? null : { text: counted(count, words), to }
}

/** The box above the figures says what follows from an offer that is over. */
function endOfOffer(lastDay: string | null, today: string): Task | null {
  if (lastDay === null || lastDay < today || today < daysBefore(lastDay, DAYS_AHEAD)) return null
  return { text: `L'offre finit le ${formatCalendarDay(lastDay)}`, to: '/admin/parametres/rentree' }
}
