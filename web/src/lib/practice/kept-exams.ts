import * as v from 'valibot'
import { MockExamView } from '#shared/contract/practice.ts'
import { ExerciseMark } from '#shared/entities/practice.ts'
import { createKeptList } from '#web/lib/api/kept-data.ts'
import { keptExamsText } from '#web/lib/browser-storage.ts'

/** Given on this device: another one may have given others. */
const ExamResult = v.object({ marks: v.array(ExerciseMark), note: v.optional(v.string()) })
export type ExamResult = v.InferOutput<typeof ExamResult>

const KeptExam = v.object({
  exam: MockExamView,
  /** Ends the examination and changes its result; null: the server has everything. */
  unsent: v.nullable(ExamResult),
})
/** An examination that runs, or whose end or result the server does not have yet. */
export type KeptExam = v.InferOutput<typeof KeptExam>

type Answer = { now: string; items: readonly MockExamView[] }

export const { read: keptExams, write } = createKeptList(keptExamsText, 'exams', KeptExam)

/** Keeps the examinations that run, and drops those that have ended and have nothing unsent. */
export function keepRunning(account: string, { now, items }: Answer): void {
  const known = keptExams(account)
  const isRunning = ({ finishedAt, endsAt }: MockExamView) => finishedAt === null && endsAt > now
  const updated = known.flatMap(({ exam: before, unsent }) => {
    const exam = items.find(({ id }) => id === before.id) ?? before
    return unsent !== null || isRunning(exam) ? [{ exam, unsent }] : []
  })
  const added = items
    .filter((exam) => isRunning(exam) && !known.some((kept) => kept.exam.id === exam.id))
    .map((exam) => ({ exam, unsent: null }))
  // The kept text of another account stays until this account has something of its own.
  if (known.length + added.length > 0) write(account, [...updated, ...added])
}

export function keepResult(account: string, exam: MockExamView, unsent: ExamResult): void {
  const known = keptExams(account)
  const others = known.filter((kept) => kept.exam.id !== exam.id)
  write(account, [...others, { exam, unsent }])
}

/** Forgets what was sent, but not what has changed since. */
export function forgetSentExam(account: string, sent: KeptExam): void {
  const isSent = ({ exam, unsent }: KeptExam) =>
    exam.id === sent.exam.id && JSON.stringify(unsent) === JSON.stringify(sent.unsent)
  write(
    account,
    keptExams(account).filter((kept) => !isSent(kept)),
  )
}
