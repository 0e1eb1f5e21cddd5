import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useOwnAnswer } from '#web/lib/api/own-answer.ts'
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
  const news = useOwnAnswer<readonly News[]>(NEWS_PATH, [])
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
