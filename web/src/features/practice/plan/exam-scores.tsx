import { Link } from 'react-router-dom'
import { examPath } from '#shared/catalogue/page-path.ts'
import type { MockExamView } from '#shared/contract/practice.ts'
import type { DayScore } from '#shared/domain/practice/score.ts'
import { decimalText, formatCalendarDay, formatShortCalendarDay, minutesText } from '#web/lib/format.ts'
import { formatMoroccanDay, moroccanCalendarDay } from '#web/lib/moments.ts'
import { Badge, Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './revisions.module.css'

type Result = { day: string; exam: MockExamView | null; exercises: DayScore | null }

/** More days of exercises would hide the examinations. */
const SHOWN_DAYS = 30

export function ExamScores({ exams, days }: { exams: readonly MockExamView[]; days: readonly DayScore[] }) {
  const results = [
    ...exams.map((exam): Result => ({ day: moroccanCalendarDay(exam.startedAt), exam, exercises: null })),
    ...days.slice(0, SHOWN_DAYS).map((each): Result => ({ day: each.day, exam: null, exercises: each })),
  ].toSorted((one, other) => other.day.localeCompare(one.day))
  const points = results.toReversed().flatMap(pointOf)
  const heading = days.length > 0 ? 'Mes notes' : 'Mes examens blancs'
  return (
    <section aria-labelledby="examens" className={styles.section}>
      <h2 id="examens">{heading}</h2>
      {points.length > 0 && (
        <Card>
          <ScoreCurve points={points} />
        </Card>
      )}
      <Table
        caption={`${heading}, du plus récent au plus ancien`}
        columns={['Sujet', 'Date', 'Durée', 'Note']}
        compact
      >
        {results.map(({ day, exam, exercises }) =>
          exam ? <ExamRow key={exam.id} exam={exam} /> : exercises && <DayRow key={day} {...exercises} />,
        )}
      </Table>
    </section>
  )
}

function ExamRow({ exam }: { exam: MockExamView }) {
  return (
    <tr>
      <th scope="row">
        <Link to={examPath(exam)}>{exam.title}</Link>
      </th>
      <td data-label="Date" className={styles.brief}>
        {formatMoroccanDay(exam.startedAt)}
      </td>
      <td data-label="Durée" className={styles.brief}>
        {exam.minutes === null ? 'en cours' : minutesText(exam.minutes)}
      </td>
      <td data-label="Note">
        <Score exam={exam} />
      </td>
    </tr>
  )
}

function DayRow({ day, exercises, score }: DayScore) {
  return (
    <tr>
      <th scope="row">{exercises === 1 ? '1 exercice' : `${exercises} exercices`}</th>
      <td data-label="Date" className={styles.brief}>
        {formatCalendarDay(day)}
      </td>
      <td data-label="Durée" className={styles.brief}>
        –
      </td>
      <td data-label="Note">
        <OutOf20 score={score} />
      </td>
    </tr>
  )
}

function Score({ exam }: { exam: MockExamView }) {
  if (exam.finishedAt === null) return <Link to={examPath(exam)}>Reprendre</Link>
  if (exam.score === null) return <Link to={examPath(exam)}>À noter</Link>
  return <OutOf20 score={exam.score} />
}

function OutOf20({ score }: { score: number }) {
  return (
    <Badge tone={score >= 10 ? 'success' : 'neutral'}>
      <span className={styles.brief}>{decimalText(score)} / 20</span>
    </Badge>
  )
}

function pointOf({ day, exam, exercises }: Result): ScorePoint[] {
  const score = exam ? exam.score : (exercises?.score ?? null)
  return score === null ? [] : [{ key: exam?.id ?? day, day, score, isExam: exam !== null }]
}

export function scoredExams(exams: readonly MockExamView[]): (MockExamView & { score: number })[] {
  return exams.flatMap((exam) => (exam.score === null ? [] : [{ ...exam, score: exam.score }]))
}

/** A score out of 20, of an examination or of the single exercises of a day; `day` is YYYY-MM-DD. */
type ScorePoint = { key: string; day: string; score: number; isExam: boolean }

const OUT_OF = 20
const LEVELS = [20, 15, 10, 5, 0]
/** With more labels than this, they would overlap on a phone. */
const MOST_LABELS = 7

/** Examinations are full, days of exercises hollow. A table beside it says the same to screen readers. */
function ScoreCurve({ points: scores }: { points: readonly ScorePoint[] }) {
  const points = scores.map((score, index) => ({
    ...score,
    x: scores.length === 1 ? 50 : (index * 100) / (scores.length - 1),
    y: 100 - (score.score * 100) / OUT_OF,
  }))
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
  const isLabelled = (index: number) =>
    points.length <= MOST_LABELS || index === points.length - 1 || index === 0
  return (
    <div aria-hidden="true" className={styles.chart}>
      <div className={styles.levels}>
        {LEVELS.map((level) => (
          <span key={level}>{level}</span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.drawing}>
          {LEVELS.map((level) => {
            const y = 100 - (level * 100) / OUT_OF
            return (
              <path key={level} d={`M0 ${y}H100`} className={level === 10 ? styles.pass : styles.level} />
            )
          })}
          {points.length > 1 && (
            <>
              <polygon points={`0,100 ${line} 100,100`} className={styles.area} />
              <polyline points={line} className={styles.line} />
            </>
          )}
        </svg>
        {points.map(({ key, score, isExam, x, y }, index) => (
          <span key={key} data-exam={isExam} className={styles.point} style={{ left: `${x}%`, top: `${y}%` }}>
            {isLabelled(index) && <span className={styles.score}>{decimalText(score)}</span>}
          </span>
        ))}
      </div>
      <div className={styles.days}>
        {points.map(
          ({ key, day, x }, index) =>
            isLabelled(index) && (
              <span key={key} style={{ left: `${x}%` }}>
                {formatShortCalendarDay(day)}
              </span>
            ),
        )}
      </div>
    </div>
  )
}
