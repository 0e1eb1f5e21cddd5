import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { fetchPageAnswer } from '#web/lib/api/page-answer.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import styles from './news.module.css'

/** Something new on the site: a paper, or the documents that a chapter got on one day. */
export type News = {
  /** Page that shows it. */
  path: string
  title: string
  /** What it is: 'Sujet et corrigé', '3 documents, Science Math'. */
  detail: string
  /** Day in Morocco, YYYY-MM-DD. */
  day: string
}

/** The home page carries the newest ones, since no list of the API has all of them. */
export const NEWS_KEY = ['/', {}] as const

/** What is new on the site, newest first. */
export function NewsSection() {
  const news = useNews()
  if (news?.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="nouveautes">
      <h2 id="nouveautes" className={styles.heading}>
        Nouveautés
      </h2>
      <ul className={styles.list}>
        {news?.map(({ path, title, detail, day }) => (
          <li key={`${path} ${day}`}>
            <Link to={path} className={styles.link}>
              <span className={styles.text}>
                <span className={styles.title}>{title}</span>
                <span className={styles.detail}>{detail}</span>
                <time dateTime={day} className={styles.detail}>
                  {formatCalendarDay(day)}
                </time>
              </span>
              <ArrowRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** From the page's own HTML, which is fetched where the browser came to the page by a link of the site; null until then. */
function useNews(): readonly News[] | null {
  const client = useQueryClient()
  const [isFailed, setFailed] = useState(false)
  // Without the hook for queries, which no other part of the page needs.
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  )
  const read = () => client.getQueryData<News[]>(NEWS_KEY) ?? null
  const news = useSyncExternalStore(subscribe, read, read)
  useEffect(() => {
    if (news) return
    const queryFn = ({ signal }: { signal: AbortSignal }) => fetchPageAnswer<News[]>('/', signal)
    // The page is complete without them.
    client.fetchQuery({ queryKey: NEWS_KEY, queryFn }).catch(() => setFailed(true))
  }, [client, news])
  return news ?? (isFailed ? [] : null)
}
