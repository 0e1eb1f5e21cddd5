import { useState } from 'react'
import { comingExams } from '#web/lib/coming-exams.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'

/** Returns the examination that was next when the page was opened. */
export function useNextExam() {
  const [today] = useState(() => moroccanToday())
  const { exams } = useSettings()
  return comingExams(exams, today)[0]
}
