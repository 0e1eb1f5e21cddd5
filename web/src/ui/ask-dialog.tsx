import { useState } from 'react'
import * as v from 'valibot'
import { askQuestion } from '#shared/contract/questions.ts'
import { requiredText } from '#shared/entities/fields.ts'
import { MAX_QUESTION_LENGTH, type QuestionInput } from '#shared/entities/question.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { FormDialog } from './dialog-button.tsx'
import { Failure } from './failure.tsx'
import { TextArea } from './field.tsx'

const Form = v.object({ text: requiredText(MAX_QUESTION_LENGTH) })

/** The document, exercise or chapter that a question is about. */
export type QuestionAbout = Partial<Pick<QuestionInput, 'documentId' | 'exercise' | 'chapter'>>

type AskDialogProps = { about: QuestionAbout; subject: string; onClose: () => void }

export function AskDialog({ about, subject, onClose }: AskDialogProps) {
  const [length, setLength] = useState(0)
  const asking = useAction(askQuestion, {
    onSuccess: onClose,
    done: 'Question envoyée. La réponse paraîtra dans «\u00a0Mon compte\u00a0».',
  })
  return (
    <FormDialog
      title="Poser une question"
      onClose={onClose}
      intro={
        <>
          <p>
            À propos de <strong>{withFrenchSpaces(subject)}</strong>
          </p>
          <p>
            Le professeur vous répond en privé. Il peut aussi publier la réponse, avec la question réécrite et
            sans votre nom&nbsp;: n'écrivez ni nom ni numéro.
          </p>
        </>
      }
      schema={Form}
      submit="Envoyer"
      submitting="Envoi en cours..."
      isSubmitting={asking.isPending}
      onSubmit={({ text }) => asking.mutate({ body: { ...about, text } })}
      message={<Failure of={asking.error} text="La question n'a pas pu être envoyée." />}
    >
      <TextArea
        label="Votre question"
        hint={leftText(MAX_QUESTION_LENGTH - length)}
        name="text"
        rows={5}
        maxLength={MAX_QUESTION_LENGTH}
        onChange={({ target }) => setLength(target.value.length)}
      />
    </FormDialog>
  )
}

function leftText(left: number): string {
  return left > 1 ? `${left} caractères restants` : `${left} caractère restant`
}
