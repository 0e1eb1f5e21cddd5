import { CalendarDays } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCalendarDay } from '#web/lib/format.ts'
import { comingExams, waitText } from '#web/lib/home-content.ts'
import { onTimeLearned } from '#web/lib/server-clock.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import styles from './exam-dates.module.css'

/** The days left until the next exams. Its space is reserved until the page knows the date. */
export function ExamDates() {
  const today = useToday()
  const settings = useSettings()
  const exams = today === null ? undefined : comingExams(settings.exams, today)
  return (
    <section className={styles.dates} aria-labelledby="dates-examens">
      <h2 id="dates-examens" className={styles.title}>
        <CalendarDays size={20} aria-hidden="true" />
        Prochains examens
      </h2>
      {exams?.length === 0 && <p className="soft">Les prochaines dates seront annoncées ici.</p>}
      <ul className={styles.list}>
        {exams?.map(({ label, date, days }) => (
          <li key={label + date} className={styles.exam}>
            <strong className={styles.days} translate="no">
              {waitText(days)}
            </strong>
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

/**
 * Returns today's date; null in prerendered HTML, which may be days old. It is updated when a page that was left open
 * becomes visible.
 */
function useToday(): string | null {
  const [today, setToday] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToday(moroccanToday())
    read()
    document.addEventListener('visibilitychange', read)
    const stop = onTimeLearned(read)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  return today
}
