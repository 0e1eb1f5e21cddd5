import { ArrowRight } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { fetchPageAnswer } from '#web/lib/api/page-answer.ts'
import { onSeed, ownAnswer, seedAnswers, seededAnswers } from '#web/lib/api/page-content.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import styles from './news.module.css'

/** Something new on the site: a paper, or the documents that a chapter got on one day. */
export type News = {
  /** The page that shows it. */
  path: string
  title: string
  /** The kind of news: 'Sujet et corrigé', '3 documents, Science Math'. */
  detail: string
  /** Day in Morocco, YYYY-MM-DD. */
  day: string
}

/** The HTML of this page carries the news, since no list of the API has all of them. */
export const NEWS_PATH = '/'

/** Lists what is new on the site, newest first. */
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

/**
 * Reads the news from the page's own HTML, which is fetched where the reader followed a link of the site; null until
 * then.
 */
function useNews(): readonly News[] | null {
  const news = useSyncExternalStore(onSeed, readNews, readNews)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (news) return undefined
    const leaving = new AbortController()
    fetchPageAnswer<News[]>(NEWS_PATH, leaving.signal).then(
      (answer) => seedAnswers({ answers: [...seededAnswers(), { route: NEWS_PATH, input: {}, answer }] }),
      // The page is complete without them.
      () => setFailed(true),
    )
    return () => leaving.abort()
  }, [news])
  return news ?? (isFailed ? [] : null)
}

function readNews(): readonly News[] | null {
  return (ownAnswer(NEWS_PATH) as News[] | undefined) ?? null
}
