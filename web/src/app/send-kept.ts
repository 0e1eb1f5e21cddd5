import {
  type KeptText,
  keptExamsText,
  unsentExercisesText,
  unsentMarksText,
} from '#web/lib/browser-storage.ts'

// Each sender comes with its contract, which pages that keep nothing do not load.
const importMarks = () => import('#web/lib/progress/unsent-marks.ts')
const importExams = () => import('#web/lib/practice/send-exams.ts')
const importExercises = () => import('#web/lib/practice/send-exercises.ts')

/** Sends the marks, examinations and exercises that the server does not have yet. */
export async function sendKept(): Promise<void> {
  if (unsentMarksText.read() !== null) await (await importMarks()).marksSender.send()
  if (keptExamsText.read() !== null) await (await importExams()).examsSender.send()
  if (unsentExercisesText.read() !== null) await (await importExercises()).exercisesSender.send()
}

/** Removes kept documents with their account, and continues to fetch those that wait. */
export async function followOffline(): Promise<void> {
  const { followAccount } = await import('#web/lib/offline/follow-account.ts')
  followAccount()
}

/** Fetches what is on screen again after another tab has sent a part of it. */
export async function renewSent(kept: KeptText): Promise<void> {
  await (kept === unsentMarksText ? (await importMarks()).renewMarks() : (await importExams()).renewExams())
}
