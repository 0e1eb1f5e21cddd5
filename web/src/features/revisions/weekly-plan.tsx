import { BookOpenCheck, FileClock, PencilLine } from 'lucide-react'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { type PlanInput, type PlanWork, planWork, workKey } from '#shared/domain/practice/plan-work.ts'
import type { PlannedWeek } from '#shared/domain/practice/study-plan.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { formatShortCalendarDay } from '#web/lib/format/dates.ts'
import sections from './revisions.module.css'
import { planLink } from './student-plan.ts'
import styles from './weekly-plan.module.css'

/** The other weeks are shown on request. */
const SHOWN_WEEKS = 4

type WeeklyPlanProps = {
  track: TrackCode
  today: string
  exam: string
  /** The papers of the track, newest first. */
  papers: readonly SubjectItem[]
  /** The other parts of the plan. */
  work: Omit<PlanInput, 'papers'>
}

/** Spreads the remaining work over the weeks until the examination. */
export function WeeklyPlan({ track, today, exam, papers, work }: WeeklyPlanProps) {
  const weeks = planWork({ ...work, papers }, { today, exam }).filter((week) => week.work.length > 0)
  const shown = { track, today, papers }
  const later = weeks.slice(SHOWN_WEEKS)
  return (
    <section aria-labelledby="programme" className={sections.section} data-track={track}>
      <h2 id="programme">Mon programme jusqu'à l'examen</h2>
      {weeks.length === 0 && (
        <p className="soft">
          Tout est fait&nbsp;: il ne reste ni sujet à passer, ni exercice à faire, ni chapitre à revoir.
        </p>
      )}
      <Weeks {...shown} weeks={weeks.slice(0, SHOWN_WEEKS)} />
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>
            {later.length === 1 ? 'La semaine suivante' : `Les ${later.length} semaines suivantes`}
          </summary>
          <Weeks {...shown} weeks={later} />
        </details>
      )}
    </section>
  )
}

type WeeksProps = Pick<WeeklyPlanProps, 'track' | 'today' | 'papers'> & {
  weeks: readonly PlannedWeek<PlanWork>[]
}

function Weeks({ weeks, track, today, papers }: WeeksProps) {
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
            {work.map((each) => (
              <WorkItem key={workKey(each)} work={each} track={track} />
            ))}
          </ul>
          {from === today && <KeepWeek work={work} track={track} papers={papers} />}
        </li>
      ))}
    </ol>
  )
}

type WeekWork = Pick<WeeksProps, 'track' | 'papers'> & { work: readonly PlanWork[] }

/** Correction included: the student marks the paper with it after sitting, perhaps without a network. */
function KeepWeek({ work, track, papers }: WeekWork) {
  const { KeepOffline } = useContext(DocumentViewerContext)
  const named = new Set(work.flatMap((each) => (each.kind === 'chapter' ? [] : [each.subjectId])))
  return (
    <KeepOffline
      papers={papers.filter(({ id }) => named.has(id))}
      chapters={work.flatMap((each) => (each.kind === 'chapter' ? [{ track, ...each.chapter }] : []))}
      label="Garder le programme de cette semaine"
    />
  )
}

const ICONS = { chapter: BookOpenCheck, paper: FileClock, exercise: PencilLine }

function WorkItem({ work, track }: { work: PlanWork; track: TrackCode }) {
  const { text, to } = planLink(work, track)
  const Icon = ICONS[work.kind]
  return (
    <li>
      <Link to={to} className={styles.work}>
        <Icon aria-hidden="true" />
        <span>
          {text}
          {work.kind !== 'chapter' && !work.isOpen && <span className="note"> (réservé Premium)</span>}
        </span>
      </Link>
    </li>
  )
}
