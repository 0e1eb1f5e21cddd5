import { Check, type LucideIcon, RotateCcw } from 'lucide-react'
import type { Mark } from '#shared/domain/progress.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './mark-buttons.module.css'

/** What a student says of a document, in the order of the buttons. */
export const MARK_LABELS: { mark: Mark; label: string; Icon: LucideIcon }[] = [
  { mark: 'done', label: 'Fait', Icon: Check },
  { mark: 'review', label: 'À revoir', Icon: RotateCcw },
]

type MarkButtonsProps = {
  /** What is marked: 'Énoncé (PDF)'. */
  of: string
  mark: Mark | null
  onMark: (mark: Mark | null) => void
}

/** Marks a document as done or as one to look at again; the mark that holds is taken away by its own button. */
export function MarkButtons({ of, mark: current, onMark }: MarkButtonsProps) {
  return (
    <div role="group" aria-label={`Suivi : ${of}`} className={styles.marks}>
      {MARK_LABELS.map(({ mark, label, Icon }) => (
        <button
          key={mark}
          type="button"
          title={label}
          aria-pressed={mark === current}
          className={classNames(styles.mark, styles[mark])}
          onClick={() => onMark(mark === current ? null : mark)}
        >
          <Icon size={20} aria-hidden="true" />
          <span className={styles.word}>{label}</span>
        </button>
      ))}
    </div>
  )
}
