import type { ReactNode } from 'react'
import { listPractice } from '#shared/contract/practice.ts'
import { useKeptAnswer } from '#web/lib/api/kept-answer.ts'

type SatCorrectionProps = { subjectId: string; refusal: ReactNode; children: ReactNode }

/** Shows the correction of a free paper to an account without Premium that has sat the paper, and its refusal to others. */
export function SatCorrection({ subjectId, refusal, children }: SatCorrectionProps) {
  const { data } = useKeptAnswer(listPractice, {})
  const hasSat = data?.items.some((exam) => exam.subjectId === subjectId && exam.finishedAt !== null)
  return hasSat ? children : refusal
}
