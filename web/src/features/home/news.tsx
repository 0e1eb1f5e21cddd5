import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import type { News } from '#web/lib/home-content.ts'
import styles from './exam-dates.module.css'

/** Lists what is new on the site, newest first; null while it is not known. */
export function NewsSection({ news }: { news: readonly News[] | null }) {
  if (news?.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="nouveautes">
      <h2 id="nouveautes" className={styles.heading}>
        Nouveautés
      </h2>
      <ul className={styles.newsList}>
        {news?.map(({ path, title, detail, day }) => (
          <li key={path + day}>
            <Link to={path} className={styles.link}>
              <span className={styles.text}>
                <span className={styles.newsTitle}>{title}</span>
                <span className="note">{detail}</span>
                <time dateTime={day} className="note">
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
