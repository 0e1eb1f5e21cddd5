import { Link } from 'react-router-dom'
import { examPath } from '#shared/catalogue/page-path.ts'
import type { MockExamView } from '#shared/contract/practice.ts'
import { formatMoroccanDay } from '#web/lib/format/moments.ts'
import { decimalText, minutesText } from '#web/lib/format/quantities.ts'
import { Badge, Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './revisions.module.css'
import { ScoreCurve, type ScoredExam } from './score-curve.tsx'

/** Lists past examinations, newest first: a curve of their scores, and a table. */
export function ExamScores({ exams }: { exams: readonly MockExamView[] }) {
  const scored = scoredExams(exams).toReversed()
  return (
    <section aria-labelledby="examens" className={styles.section}>
      <h2 id="examens">Mes examens blancs</h2>
      {scored.length > 0 && (
        <Card>
          <ScoreCurve exams={scored} />
        </Card>
      )}
      <Table
        caption="Mes examens blancs, du plus récent au plus ancien"
        columns={['Sujet', 'Date', 'Durée', 'Note']}
        compact
      >
        {exams.map((exam) => (
          <tr key={exam.id}>
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
        ))}
      </Table>
    </section>
  )
}

function Score({ exam }: { exam: MockExamView }) {
  if (exam.finishedAt === null) return <Link to={examPath(exam)}>Reprendre</Link>
  if (exam.score === null) return <Link to={examPath(exam)}>À noter</Link>
  return (
    <Badge tone={exam.score >= 10 ? 'success' : 'neutral'}>
      <span className={styles.brief}>{decimalText(exam.score)} / 20</span>
    </Badge>
  )
}

/** Returns the examinations that were marked. */
export function scoredExams(exams: readonly MockExamView[]): ScoredExam[] {
  return exams.flatMap((exam) => (exam.score === null ? [] : [{ ...exam, score: exam.score }]))
}
