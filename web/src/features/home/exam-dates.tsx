import { CalendarDays } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Exam } from '#shared/entities/settings.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { useSettings } from '#web/lib/settings.ts'
import styles from './exam-dates.module.css'

/** The days left until the next exams. Its space is reserved until the page knows the date. */
export function ExamDates() {
  const now = useNow()
  const settings = useSettings()
  const exams = now && comingExams(settings.exams, now)
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

/**
 * The time; null in prerendered HTML, which may be days old. Updated when a page that was left open becomes visible.
 */
function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    const read = () => setNow(new Date())
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  return now
}

/** An exam that is still to come; `days` is 0 on its day. */
type ComingExam = Exam & { days: number }

const DAY_MS = 24 * 60 * 60 * 1000

/** Exams that are not past, the next one first, with the calendar days left in the browser's time zone. */
export function comingExams(exams: readonly Exam[], now: Date): ComingExam[] {
  // Compares calendar days as UTC midnights, so that daylight saving does not cost a day.
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return exams
    .map((exam) => ({ ...exam, days: Math.round((Date.parse(exam.date) - today) / DAY_MS) }))
    .filter(({ days }) => days >= 0)
    .toSorted((one, other) => one.days - other.days)
}

/** 'dans 12 jours' */
export function waitText(days: number): string {
  if (days === 0) return "c'est aujourd'hui"
  return days === 1 ? "c'est demain" : `dans ${days} jours`
}
