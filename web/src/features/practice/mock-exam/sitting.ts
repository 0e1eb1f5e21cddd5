import type { MockExamView } from '#shared/contract/practice.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import { changedMarks, scoreOutOf20 } from '#shared/domain/practice/score.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import type { ExamResult, KeptExam } from '#web/lib/practice/kept-exams.ts'

/** An examination as its page shows it: the server's state, with the changes that it does not have yet. */
export type Sitting = {
  exam: MockExamView
  /** An instant of the server's clock. */
  endsAt: number
  /** True when it ended before its time. */
  isFinished: boolean
  result: Pick<MockExamView, 'marks' | 'note'>
  /** Changes that the server does not have yet. */
  unsent: ExamResult | null
}

/** Returns the newest examination of a paper, among those that this browser keeps and those that the server lists. */
export function findSitting(
  subjectId: string,
  kept: readonly KeptExam[],
  listed: readonly MockExamView[],
): Sitting | null {
  const known = new Map(listed.map((exam) => [exam.id, exam]))
  const ended = listed
    .filter(({ finishedAt }) => finishedAt !== null)
    .map((exam): KeptExam => ({ exam, unsent: null }))
  const all = [...kept.map((each) => ({ ...each, exam: known.get(each.exam.id) ?? each.exam })), ...ended]
  const [newest] = all
    .filter(({ exam }) => exam.subjectId === subjectId)
    .toSorted((one, other) => other.exam.startedAt.localeCompare(one.exam.startedAt))
  if (!newest) return null
  const { exam, unsent } = newest
  return {
    exam,
    endsAt: Date.parse(exam.endsAt),
    isFinished: exam.finishedAt !== null || unsent !== null,
    result: { marks: changedMarks(exam.marks, unsent?.marks ?? []), note: unsent?.note ?? exam.note },
    unsent,
  }
}

/** Returns the server's score; while it does not have the marks, the score by the same rule. */
export function scoreOf({ exam, result, unsent }: Sitting): number | null {
  return unsent ? scoreOutOf20({ exercises: exam.exercises, marks: result.marks }) : exam.score
}

type Paper = Pick<SubjectDetails, 'isFree' | 'hasCorrection' | 'hasVideo'>

/** Returns whether an account may read the correction after the examination; the server decides. */
export function opensCorrection({ isFree, hasCorrection }: Paper, access: Access): boolean {
  return hasCorrection && (isFree || access === 'premium')
}

export function openAfterText(paper: Paper, access: Access): string {
  const { isFree, hasCorrection, hasVideo } = paper
  if (!hasCorrection && !hasVideo) return "Le corrigé de ce sujet n'est pas encore disponible."
  if (access === 'premium') return `À la fin, ${opening(paper)}.`
  if (!isFree) return `À la fin, avec Premium, ${opening(paper)}.`
  if (!hasCorrection) return `Le corrigé écrit n'est pas encore disponible ; ${LOCKED_VIDEO}.`
  return `À la fin, le corrigé s'ouvre, même sans Premium${hasVideo ? ` ; ${LOCKED_VIDEO}` : ''}.`
}

const LOCKED_VIDEO = 'la vidéo est réservée aux comptes Premium'

function opening({ hasCorrection, hasVideo }: Paper): string {
  if (!hasVideo) return "le corrigé s'ouvre"
  if (!hasCorrection) return "la vidéo s'ouvre ; le corrigé écrit n'est pas encore disponible"
  return "le corrigé et la vidéo s'ouvrent"
}
