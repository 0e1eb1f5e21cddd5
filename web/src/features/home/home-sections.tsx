import { ArrowRight, CalendarDays } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { comingExams, type News, waitText } from '#web/lib/home-content.ts'
import { onTimeMoved } from '#web/lib/server-clock.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { OwnTrackList, useOwnTrackFirst } from '#web/ui/own-track.tsx'
import { Drawing, FigurePanel } from '#web/ui/page.tsx'
import styles from './home-page.module.css'

/** The days left until the next exams. Its space is reserved until the page knows the date. */
export function ExamDates() {
  const today = useToday()
  const settings = useSettings()
  const exams = today === null ? undefined : comingExams(settings.exams, today)
  return (
    <section className={styles.dates} aria-labelledby="dates-examens">
      <h2 id="dates-examens" className={styles.sectionsTitle}>
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
    return onTimeMoved(read)
  }, [])
  return today
}

const drawings: Record<Track['figures']['card'], ReactNode> = {
  circuit: (
    <>
      <path d="M30 62V18h30M104 18h24M182 18h28v34M210 62v36H30V78" />
      <path d="M60 9h44v18H60zM128 18c0-13 14-13 14 0 0-13 13-13 13 0 0-13 13-13 13 0 0-13 14-13 14 0M196 52h28M196 62h28" />
      <circle cx="30" cy="70" r="9" />
      <text transform="translate(76 46)">R</text>
      <text transform="translate(150 42)">L</text>
      <text transform="translate(176 68)">C</text>
    </>
  ),
  diffraction: (
    <>
      <path data-line="thin" d="M98 4v40M98 66v40" strokeWidth="5" />
      <path d="M20 8v94M40 8v94M60 8v94M80 8v94" />
      <path d="M106 44a12 12 0 0 1 0 22M116 30a28 28 0 0 1 0 50M128 18a44 44 0 0 1 0 74M142 8a60 60 0 0 1 0 94M160 2a76 76 0 0 1 0 106" />
      <path data-line="dashed" d="M98 55h122" />
      <text transform="translate(196 48)">λ</text>
    </>
  ),
  titration: (
    <>
      <path data-line="thin" d="M40 104V8M36 14l4-6 4 6M34 98h180M208 94l6 4-6 4" />
      <path data-line="dashed" d="M40 55h84v43" />
      <path d="M40 88c40-4 62-6 74-18 12-14 6-32 20-42 12-8 34-8 66-10" />
      <circle data-fill="hue" cx="124" cy="50" r="5" />
      <text transform="translate(14 20)">pH</text>
      <text transform="translate(132 90)">V</text>
    </>
  ),
}

export function TrackCards() {
  const shown = useOwnTrackFirst(tracks, ({ code }) => code)
  return (
    <OwnTrackList>
      <ul className={styles.tracks}>
        {shown.map(({ code, slug, label, pitch, figures }) => (
          <li key={code} data-track={code}>
            <Link to={`/${slug}`} className={styles.track}>
              <FigurePanel className={styles.sectionsFigure}>
                <Drawing width={240} height={112}>
                  {drawings[figures.card]}
                </Drawing>
              </FigurePanel>
              <span className={styles.body}>
                <span className={styles.name}>
                  <h3>{label}</h3>
                  {label !== code && (
                    <span className={styles.code} aria-hidden="true">
                      {code}
                    </span>
                  )}
                </span>
                <p>{pitch}</p>
                <span className={styles.more}>
                  Voir les thèmes
                  <ArrowRight size={18} aria-hidden="true" />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </OwnTrackList>
  )
}

export function NewsSection({ news }: { news: readonly News[] | null }) {
  if (news?.length === 0) return null
  return (
    <section className={styles.sectionsSection} aria-labelledby="nouveautes">
      <h2 id="nouveautes" className={styles.sectionsHeading}>
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
