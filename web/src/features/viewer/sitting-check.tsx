import { useEffect } from 'react'
import { listPractice } from '#shared/contract/practice.ts'
import { useKeptAnswer } from '#web/lib/api/kept-data.ts'

/** Calls `onSat` once the account is known to have sat a paper to its end. It shows nothing. */
export function SittingCheck({ subjectId, onSat }: { subjectId: string; onSat: () => void }) {
  const { data } = useKeptAnswer(listPractice, {})
  const hasSat = data?.items.some((exam) => exam.subjectId === subjectId && exam.finishedAt !== null) ?? false
  useEffect(() => {
    if (hasSat) onSat()
  }, [hasSat, onSat])
  return null
}
