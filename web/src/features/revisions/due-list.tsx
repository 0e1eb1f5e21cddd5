import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { DueDocuments, useDueDocuments } from './due-documents.tsx'
import styles from './due-list.module.css'

/** The home page has room for three. */
const LIMITS = { shown: 3, lookedUp: 6 }

/** Lists the documents to look at again today, on the home page. */
export const DueList = withQueries(function DueList() {
  const section = useRef<HTMLElement>(null)
  const due = useDueDocuments(LIMITS)
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="a-revoir" className={styles.due}>
      <div className={styles.head}>
        <h2 id="a-revoir" className={styles.heading}>
          À revoir aujourd'hui {due.count > 0 && <span className={styles.count}>{due.count}</span>}
        </h2>
        <Link to="/mes-revisions" className={styles.all}>
          Mes révisions
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      <DueDocuments due={due} onSeen={() => section.current?.focus()} />
    </section>
  )
})
