import { RotateCcw } from 'lucide-react'
import { parsePaperPath } from '#shared/catalogue/page-path.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import type { PracticeMarksProps } from '#web/lib/documents/open-document.ts'
import { decimalText } from '#web/lib/format.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { markOf, usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import styles from './practice-marks.module.css'

const PaperDone = optionalComponent(async () => (await import('./paper-done.tsx')).PaperDone)

export function PracticeMarks(props: PracticeMarksProps) {
  if ('exercises' in props) return <Count {...props} />
  return props.number === undefined ? <PaperDone {...props} /> : <Mark {...props} />
}

/** ', 3 faits' */
function Count({ exercises }: { exercises: readonly { paper: string; number: number }[] }) {
  const { ofPaper } = usePracticedPapers()
  const done = exercises.filter(
    ({ paper, number }) => typeof markOf(ofPaper(idOf(paper)), number)?.earned === 'number',
  ).length
  return done > 0 && `, ${done} ${done === 1 ? 'fait' : 'faits'}`
}

/** '2,5 / 3', and the sign of an exercise to do again. */
function Mark({ paper, number }: { paper: string; number: number }) {
  const mark = markOf(usePracticedPapers().ofPaper(idOf(paper)), number)
  if (!mark) return null
  return (
    <span className={styles.mark}>
      {mark.redo && <RotateCcw size={16} role="img" aria-label="À refaire" />}
      {mark.earned !== null && (
        <span>
          <strong>{decimalText(mark.earned)}</strong> / {decimalText(mark.points)}
        </span>
      )}
    </span>
  )
}

/** Returns the id of the paper of a page; no paper has the id of another path. */
function idOf(path: string): string {
  const paper = parsePaperPath(path)
  return paper ? subjectId(paper) : path
}
