import { Check } from 'lucide-react'
import { usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import { exercisesSender, usePracticeChanges } from '#web/lib/practice/send-exercises.ts'
import { Button } from '#web/ui/button.tsx'
import { SavedNote } from '#web/ui/points-field.tsx'
import styles from './practice-marks.module.css'

/** The tick of a whole paper, and how many of its exercises are marked. @param paper its id */
export function PaperDone({ paper }: { paper: string }) {
  const { ofPaper, isUnsent } = usePracticedPapers()
  const { done } = usePracticeChanges(paper)
  const { isDone, exercises } = ofPaper(paper)
  const marked = exercises.filter(({ earned }) => earned !== null).length
  return (
    <div className={styles.done}>
      <Button variant="secondary" aria-pressed={isDone} onClick={() => done(!isDone)} Icon={Check}>
        Sujet fait
      </Button>
      {marked > 0 && <p>{marked === 1 ? '1 exercice noté' : `${marked} exercices notés`}</p>}
      <SavedNote isUnsent={isUnsent(paper)} sender={exercisesSender} />
    </div>
  )
}
