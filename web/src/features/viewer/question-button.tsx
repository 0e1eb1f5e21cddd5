import { MessageCircleQuestionMark } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { useAccess } from '#web/lib/auth/use-auth.ts'
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

/** The tool that asks about a document. */
export function QuestionTool({ id, title }: { id: string; title: string }) {
  return (
    <Question about={{ documentId: id }} subject={title}>
      {(ask) => (
        <Tool label="Question" title="Poser une question" onClick={ask}>
          <MessageCircleQuestionMark aria-hidden="true" />
        </Tool>
      )}
    </Question>
  )
}
