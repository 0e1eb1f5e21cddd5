import { BookOpenCheck, FileClock, PencilLine } from 'lucide-react'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { type PlanWork, workKey } from '#shared/domain/practice/plan-work.ts'
import type { PlannedWeek } from '#shared/domain/practice/study-plan.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { MINUTES_A_DAY } from '#shared/entities/user.ts'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { formatShortCalendarDay, minutesText } from '#web/lib/format.ts'
import styles from './revisions.module.css'
import { doneText, planLink, type StudentPlan } from './student-plan.ts'

/** The other weeks are shown on request. */
const SHOWN_WEEKS = 4

type WeeklyPlanProps = { track: TrackCode; plan: StudentPlan; papers: readonly SubjectItem[] }

export function WeeklyPlan({ track, plan, papers }: WeeklyPlanProps) {
  const isFree = useAccess() === 'free'
  const locked = papers.filter((paper) => paper.hasFile && !paper.isFree).length
  const [now, ...others] = plan.weeks
  const later = others.filter(({ work }) => work.length > 0)
  const shown = { track, papers, plan }
  const weeks = now && now.work.length + plan.done > 0 ? [now, ...later] : later
  return (
    <section aria-labelledby="programme" className={styles.section} data-track={track}>
      <h2 id="programme">Mon programme jusqu'à l'examen</h2>
      <MinutesADay {...plan} />
      {isFree && locked > 0 && (
        <p className="soft">
          <Link to="/premium">Premium</Link> ajoute {locked === 1 ? 'un sujet' : `${locked} sujets`}, avec
          leurs corrigés, à ce programme.
        </p>
      )}
      {weeks.length === 0 && (
        <p className="soft">
          Tout est fait&nbsp;: il ne reste ni sujet à passer, ni exercice à faire, ni chapitre à revoir.
        </p>
      )}
      <Weeks {...shown} weeks={weeks.slice(0, SHOWN_WEEKS)} />
      {weeks.length > SHOWN_WEEKS && (
        <details className={styles.later}>
          <summary>
            {weeks.length === SHOWN_WEEKS + 1
              ? 'La semaine suivante'
              : `Les ${weeks.length - SHOWN_WEEKS} semaines suivantes`}
          </summary>
          <Weeks {...shown} weeks={weeks.slice(SHOWN_WEEKS)} />
        </details>
      )}
    </section>
  )
}

function MinutesADay({ minutesADay, choose }: Pick<StudentPlan, 'minutesADay' | 'choose'>) {
  return (
    <fieldset className={styles.time}>
      <legend>Mon temps par jour</legend>
      {MINUTES_A_DAY.map((minutes) => (
        <label key={minutes}>
          <input
            type="radio"
            name="minutes"
            className="visually-hidden"
            checked={minutes === minutesADay}
            onChange={() => choose(minutes)}
          />
          <span>{minutes < 60 ? minutesText(minutes) : minutesText(minutes).replace(/\s00$/, '')}</span>
        </label>
      ))}
    </fieldset>
  )
}

type WeeksProps = WeeklyPlanProps & { weeks: readonly PlannedWeek<PlanWork>[] }

function Weeks({ weeks, track, plan: { today, done }, papers }: WeeksProps) {
  return (
    <ol className={styles.weeks}>
      {weeks.map(({ from, until, work }) => (
        <li key={from} className={styles.week} data-now={from === today}>
          <h3 className={styles.when}>
            {from === today ? 'Cette semaine' : `Du ${formatShortCalendarDay(from)}`}{' '}
            <span className={styles.until}>
              {from === today ? "jusqu'au" : 'au'} {formatShortCalendarDay(until)}
              {from === today && ` · ${doneText(done, done + work.length)}`}
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
  const { text, to, note } = planLink(work, track)
  const Icon = ICONS[work.kind]
  return (
    <li>
      <Link to={to} className={styles.work}>
        <Icon aria-hidden="true" />
        <span>
          {text} <span className="note">{note}</span>
        </span>
      </Link>
    </li>
  )
}
