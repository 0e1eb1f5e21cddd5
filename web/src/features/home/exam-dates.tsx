import { CalendarDays } from 'lucide-react'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { site } from '#web/lib/site.ts'
import { comingExams, waitText } from './exam-countdown.ts'
import styles from './exam-dates.module.css'
import { useNow } from './use-now.ts'

/** The days left until the next exams. Its place is reserved until the page knows what day it is. */
export function ExamDates() {
  const now = useNow()
  const exams = now && comingExams(site.exams, now)
  return (
    <section className={styles.dates} aria-labelledby="dates-examens">
      <h2 id="dates-examens" className={styles.title}>
        <CalendarDays size={20} aria-hidden="true" />
        Prochains examens
      </h2>
      {exams?.length === 0 && <p className={styles.none}>Les prochaines dates seront annoncées ici.</p>}
      <ul className={styles.list}>
        {exams?.map(({ label, date, days }) => (
          <li key={`${label} ${date}`} className={styles.exam}>
            <strong className={styles.days}>{waitText(days)}</strong>
            <span>{label}</span>
            <time dateTime={date} className={styles.date}>
              {formatCalendarDay(date)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
