import { BookOpenCheck, FileClock } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { chapterPath, examPath } from '#shared/catalogue/page-path.ts'
import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { type PlannedWeek, planStudy } from '#shared/domain/practice/study-plan.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { formatShortCalendarDay } from '#web/lib/format/dates.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'
import sections from './revisions.module.css'
import styles from './weekly-plan.module.css'

/** A task of a week. */
type Work = { kind: 'chapter'; chapter: ChapterKey } | { kind: 'paper'; paper: SubjectItem }

/** The other weeks are shown on request. */
const SHOWN_WEEKS = 4

type WeeklyPlanProps = {
  track: TrackCode
  today: string
  exam: string
  /** To be worked on or looked at again, the most urgent first. */
  chapters: readonly ChapterKey[]
  /** Papers that the student has not sat yet. */
  papers: readonly SubjectItem[]
}

/** Spreads the remaining work over the weeks until the examination. */
export function WeeklyPlan({ track, today, exam, chapters, papers }: WeeklyPlanProps) {
  const urgent = chapters.map((chapter): Work => ({ kind: 'chapter', chapter }))
  const rest = papers.map((paper): Work => ({ kind: 'paper', paper }))
  const weeks = planStudy({ urgent, rest }, { today, exam }).filter(({ work }) => work.length > 0)
  const later = weeks.slice(SHOWN_WEEKS)
  return (
    <section aria-labelledby="programme" className={sections.section} data-track={track}>
      <h2 id="programme">Mon programme jusqu'à l'examen</h2>
      {weeks.length === 0 && (
        <p className={styles.none}>
          Tout est fait&nbsp;: il ne reste ni sujet à passer ni chapitre à revoir.
        </p>
      )}
      <Weeks weeks={weeks.slice(0, SHOWN_WEEKS)} today={today} />
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>
            {later.length === 1 ? 'La semaine suivante' : `Les ${later.length} semaines suivantes`}
          </summary>
          <Weeks weeks={later} today={today} />
        </details>
      )}
    </section>
  )
}

function Weeks({ weeks, today }: { weeks: readonly PlannedWeek<Work>[]; today: string }) {
  return (
    <ol className={styles.weeks}>
      {weeks.map(({ from, until, work }) => (
        <li key={from} className={styles.week} data-now={from === today}>
          <h3 className={styles.when}>
            {from === today ? 'Cette semaine' : `Du ${formatShortCalendarDay(from)}`}{' '}
            <span className={styles.until}>
              {from === today ? "jusqu'au" : 'au'} {formatShortCalendarDay(until)}
            </span>
          </h3>
          <ul>
            {work.map((each) =>
              each.kind === 'chapter' ? (
                <ChapterWork key={Object.values(each.chapter).join('/')} chapter={each.chapter} />
              ) : (
                <PaperWork key={each.paper.id} paper={each.paper} />
              ),
            )}
          </ul>
          {from === today && <KeepWeek work={work} />}
        </li>
      ))}
    </ol>
  )
}

/** Correction included: the student marks the paper with it after sitting, perhaps without a network. */
function KeepWeek({ work }: { work: readonly Work[] }) {
  const { KeepOffline } = useContext(DocumentViewerContext)
  return (
    <KeepOffline
      papers={work.flatMap((each) => (each.kind === 'paper' ? [each.paper] : []))}
      chapters={work.flatMap((each) => (each.kind === 'chapter' ? [each.chapter] : []))}
      label="Garder le programme de cette semaine"
    />
  )
}

function ChapterWork({ chapter: { track, theme, chapter } }: { chapter: ChapterKey }) {
  return (
    <WorkLink to={chapterPath(track, theme, chapter)} icon={<BookOpenCheck aria-hidden="true" />}>
      Revoir {chapterTitle(track, theme, chapter)}
    </WorkLink>
  )
}

function PaperWork({ paper }: { paper: SubjectItem }) {
  return (
    <WorkLink to={examPath(paper)} icon={<FileClock aria-hidden="true" />}>
      Passer le sujet {paper.year} {paper.session}
    </WorkLink>
  )
}

function WorkLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={styles.work}>
        {icon}
        <span>{children}</span>
      </Link>
    </li>
  )
}
