import { type ReactNode, useState } from 'react'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { useSettings } from '#web/lib/settings.ts'
import type { QuestionAbout } from './ask-dialog.tsx'
import { Button } from './button.tsx'
import { lazyDialog } from './lazy-part.tsx'

type AskQuestionProps = {
  about: QuestionAbout
  subject: string
  /** Returns the control, given the function that opens the form; a button by default. */
  children?: (ask: () => void) => ReactNode
}

const AskDialog = lazyDialog(async () => (await import('./ask-dialog.tsx')).AskDialog)

const defaultControl = (ask: () => void) => (
  <Button variant="secondary" onClick={ask}>
    Poser une question
  </Button>
)

/** The control that opens the form, for students whose Premium is valid, while the settings have questions on. */
export function AskQuestion({ about, subject, children = defaultControl }: AskQuestionProps) {
  const isPremium = useProfile()?.isPremium ?? false
  const { acceptsQuestions } = useSettings()
  const [isAsking, setAsking] = useState(false)
  if (!isPremium || !acceptsQuestions) return null
  return (
    <>
      {children(() => setAsking(true))}
      {isAsking && <AskDialog about={about} subject={subject} onClose={() => setAsking(false)} />}
    </>
  )
}
