import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccess } from '#web/lib/auth/use-auth.ts'
import { useMarks } from '#web/lib/progress/marks.ts'
import { useReviewedItems } from '#web/lib/progress/reviewed-items.ts'
import styles from './due-list.module.css'
import { ReviewRows } from './review-rows.tsx'

/** What the home page has room for. */
const MOST_ROWS = 3
/** So that others take the place of documents that are gone. */
const LOOKED_UP = 2 * MOST_ROWS

/** What a student is to look at again today, on the home page. */
export const DueList = withQueries(function DueList() {
  const section = useRef<HTMLElement>(null)
  const { toReview, isPending, isUnknown } = useMarks()
  const reviewed = toReview()
  const due = reviewed.filter(({ isDue }) => isDue)
  const { items, isPending: isSearching } = useReviewedItems(due.slice(0, LOOKED_UP), useAccess())
  const count = due.length > LOOKED_UP ? due.length : items.length
  const isKnown = !isPending && !isSearching && !isUnknown
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="a-revoir" className={styles.due}>
      <div className={styles.head}>
        <h2 id="a-revoir" className={styles.heading}>
          À revoir aujourd'hui {count > 0 && <span className={styles.count}>{count}</span>}
        </h2>
        <Link to="/mes-revisions" className={styles.all}>
          Mes révisions
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      <ReviewRows items={items.slice(0, MOST_ROWS)} onSeen={() => section.current?.focus()} />
      {isKnown && items.length === 0 && <NothingDue hasMarks={reviewed.length > 0} />}
      {isUnknown && <p className={styles.nothing}>Votre suivi n'a pas pu être chargé.</p>}
    </section>
  )
})

function NothingDue({ hasMarks }: { hasMarks: boolean }) {
  return (
    <p className={styles.nothing}>
      <strong>Rien à revoir aujourd'hui.</strong>{' '}
      {hasMarks
        ? 'Les documents que vous avez marqués « À revoir » reviendront ici.'
        : 'Marquez un document « À revoir » dans un chapitre : il revient ici après 2, 7 et 21 jours.'}
    </p>
  )
}
