import { MessageCircleQuestionMark } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import type { AskQuestion } from '#web/ui/ask-question.tsx'
import { Tool } from './viewer-toolbar.tsx'

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

/** The tool that asks about a document, or the exercise of it that is read. */
export function QuestionTool({ id, title, exercise }: QuestionToolProps) {
  return (
    <Question
      about={{ documentId: id, ...(exercise !== undefined && { exercise }) }}
      subject={exercise === undefined ? title : `${title} - Exercice ${exercise}`}
    >
      {(ask) => (
        <Tool label="Question" title="Poser une question" onClick={ask}>
          <MessageCircleQuestionMark aria-hidden="true" />
        </Tool>
      )}
    </Question>
  )
}
