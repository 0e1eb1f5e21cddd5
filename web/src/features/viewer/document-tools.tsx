import { MessageCircleQuestionMark } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import type { DocumentPart } from '#web/lib/documents/open-document.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import type { AskQuestion } from '#web/ui/ask-question.tsx'
import styles from './viewer-toolbar.module.css'
import { Tool } from './viewer-toolbar.tsx'

/** The button of a document that costs more than 1 MB says so; it keeps its name. */
const isLarge = (size: number | null = 0): size is number => Number(size) > 1_000_000

type PartSwitchProps = { parts: readonly DocumentPart[]; shownId: string; onShow: (id: string) => void }

export function PartSwitch({ parts, shownId, onShow }: PartSwitchProps) {
  return (
    <div role="group" aria-label="Documents du sujet" className={styles.parts}>
      {parts.map(({ id, label, size }, index) => (
        <button
          key={id}
          type="button"
          className={styles.part}
          aria-pressed={id === shownId}
          title={`${label}${isLarge(size) ? `, ${bytesText(size)}` : ''} (touche ${index + 1})`}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onShow(id)}
        >
          {label}
          {isLarge(size) && (
            <small aria-hidden="true" className={styles.switchSize}>
              {bytesText(size)}
            </small>
          )}
        </button>
      ))}
    </div>
  )
}

const Asking = optionalComponent(async () => (await import('#web/ui/ask-question.tsx')).AskQuestion)

/** Asks about the document that is shown; loaded for accounts with Premium. */
export function Question(props: ComponentProps<typeof AskQuestion>) {
  return (
    useAccess() === 'premium' && (
      <Suspense>
        <Asking {...props} />
      </Suspense>
    )
  )
}

type QuestionToolProps = { id: string; title: string; exercise: number | undefined }

export function QuestionTool({ id, title, exercise }: QuestionToolProps) {
  return (
    <Question
      about={{ documentId: id, ...(exercise !== undefined && { exercise }) }}
      subject={exercise === undefined ? title : `${title} - Exercice ${exercise}`}
    >
      {(ask) => (
        <Tool label="Question" title="Poser une question" Icon={MessageCircleQuestionMark} onClick={ask} />
      )}
    </Question>
  )
}
