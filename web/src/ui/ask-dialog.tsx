import { useState } from 'react'
import * as v from 'valibot'
import { requiredText } from '#shared/entities/fields.ts'
import { MAX_QUESTION_LENGTH } from '#shared/entities/question.ts'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { type QuestionAbout, useAskQuestion } from '#web/lib/documents/ask-question.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from './alert.tsx'
import { CheckedForm } from './checked-form.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { Stack } from './stack.tsx'

const Form = v.object({ text: requiredText(MAX_QUESTION_LENGTH) })

type AskDialogProps = { about: QuestionAbout; subject: string; onClose: () => void }

/** Asks the owners a question about what the page or the viewer shows. */
export function AskDialog({ about, subject, onClose }: AskDialogProps) {
  const [length, setLength] = useState(0)
  const asking = useAskQuestion(about, () => {
    onClose()
    showToast({ kind: 'success', text: 'Question envoyée. La réponse paraîtra dans « Mon compte ».' })
  })
  return (
    <Dialog title="Poser une question" onClose={() => !asking.isPending && onClose()}>
      <Stack>
        <p>
          À propos de <strong>{withFrenchSpaces(subject)}</strong>
        </p>
        <p>
          Le professeur vous répond en privé. Il peut aussi publier la réponse, avec la question réécrite et
          sans votre nom : n'écrivez ni nom ni numéro.
        </p>
        <CheckedForm
          schema={Form}
          submit="Envoyer"
          submitting="Envoi en cours..."
          isSubmitting={asking.isPending}
          onSubmit={({ text }) => asking.ask(text)}
          message={
            asking.error && (
              <Alert kind="error">
                <p>
                  {troubleHint(asking.error) ??
                    detailOf(asking.error, "La question n'a pas pu être envoyée.")}
                </p>
              </Alert>
            )
          }
        >
          <TextArea
            label="Votre question"
            hint={leftText(MAX_QUESTION_LENGTH - length)}
            name="text"
            rows={5}
            maxLength={MAX_QUESTION_LENGTH}
            onChange={({ target }) => setLength(target.value.length)}
          />
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}

function leftText(left: number): string {
  return left > 1 ? `${left} caractères restants` : `${left} caractère restant`
}
