import { Link } from 'react-router-dom'
import { examPath } from '#shared/catalogue/page-path.ts'
import type { MockExamView } from '#shared/contract/practice.ts'
import type { DayScore } from '#shared/domain/practice/score.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { formatMoroccanDay, moroccanCalendarDay } from '#web/lib/format/moments.ts'
import { decimalText, minutesText } from '#web/lib/format/quantities.ts'
import { Badge, Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './revisions.module.css'
import { ScoreCurve, type ScorePoint } from './score-curve.tsx'

/** A line of the table, and a point of the curve where there is a score. */
type Result = { day: string; exam: MockExamView | null; exercises: DayScore | null }

/** More days of exercises would hide the examinations. */
const SHOWN_DAYS = 30

type ExamScoresProps = { exams: readonly MockExamView[]; days: readonly DayScore[] }

/** Lists past examinations and days of exercises, newest first: a curve of their scores, and a table. */
export function ExamScores({ exams, days }: ExamScoresProps) {
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

/** Returns the examinations that were marked. */
export function scoredExams(exams: readonly MockExamView[]): (MockExamView & { score: number })[] {
  return exams.flatMap((exam) => (exam.score === null ? [] : [{ ...exam, score: exam.score }]))
}
