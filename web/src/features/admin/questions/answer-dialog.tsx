import { Suspense, useDeferredValue, useState } from 'react'
import * as v from 'valibot'
import { answerQuestion } from '#shared/contract/admin/questions.ts'
import { namesIn } from '#shared/domain/questions.ts'
import { validationMessages } from '#shared/entities/fields.ts'
import {
  AnswerText,
  MAX_ANSWER_LENGTH,
  MAX_QUESTION_LENGTH,
  type ManagedQuestion,
  PublishedText,
} from '#shared/entities/question.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './questions.module.css'

/** The answer is written on the server, so that only the owner who previews it loads the renderer. */
const TextPreview = optionalComponent(
  async () => (await import('../text-preview.tsx')).TextPreview,
  () => <p>Aperçu indisponible.</p>,
)

/** A box that is not ticked is missing from the form. */
const Form = v.pipe(
  v.object({
    answer: AnswerText,
    publish: v.pipe(
      v.optional(v.string(), ''),
      v.transform((value) => value !== ''),
    ),
    publishedText: v.optional(PublishedText, ''),
  }),
  v.forward(
    v.check(({ publish, publishedText }) => !publish || publishedText !== '', validationMessages.required),
    ['publishedText'],
  ),
)

/** Texts that were typed but not sent, by the ids of their questions: a tap beside the dialog loses nothing. */
export type Drafts = Map<string, string>

type AnswerDialogProps = {
  question: ManagedQuestion
  drafts: Drafts
  hasNext: boolean
  onSent: () => void
  onClose: () => void
}

export function AnswerDialog({ question, drafts, hasNext, onSent, onClose }: AnswerDialogProps) {
  const { id, subject, text, email, answer, publishedText, updatedAt } = question
  const [typed, setTyped] = useState(drafts.get(id) ?? answer ?? '')
  const shown = useDeferredValue(typed)
  const [isPublished, setPublished] = useState(publishedText !== null)
  const [edited, setEdited] = useState(publishedText ?? text)
  const names = namesIn(`${edited} ${shown}`, email)
  const answering = useAction(answerQuestion, {
    done: ({ published }) => (published ? 'Réponse envoyée et publiée' : 'Réponse envoyée'),
    onSuccess: () => {
      drafts.delete(id)
      onSent()
    },
  })
  return (
    <FormDialog
      title={answer === null ? 'Répondre' : 'Modifier la réponse'}
      wide
      intro={
        <>
          <p>
            <strong>{withFrenchSpaces(subject)}</strong>
          </p>
          <p className={styles.text}>{text}</p>
        </>
      }
      schema={Form}
      submit={answer !== null ? 'Enregistrer' : hasNext ? 'Envoyer et suivante' : 'Envoyer'}
      submitting="Enregistrement..."
      isSubmitting={answering.isPending}
      message={<Failure of={answering.error} text="Erreur lors de l'enregistrement" />}
      onSubmit={(values) => answering.mutate({ params: { id }, body: { ...values, updatedAt } })}
      onClose={onClose}
    >
      <TextArea
        label="Réponse"
        hint="Une formule s'écrit entre deux $&nbsp;: $v = \lambda f$. **Gras**, *italique*."
        name="answer"
        rows={6}
        maxLength={MAX_ANSWER_LENGTH}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          drafts.set(id, target.value)
        }}
      />
      {shown.trim() !== '' && (
        <section aria-label="Aperçu" className={styles.preview}>
          <Suspense fallback={<p>Chargement en cours...</p>}>
            <TextPreview markdown={shown} />
          </Suspense>
        </section>
      )}
      <Checkbox
        label="Publier sans nom"
        name="publish"
        checked={isPublished}
        onChange={({ target }) => setPublished(target.checked)}
      />
      {isPublished && (
        <>
          <TextArea
            label="Question sur la page"
            hint="Relisez-la&nbsp;: les élèves y écrivent parfois un nom. La réponse est publiée telle quelle."
            name="publishedText"
            rows={4}
            maxLength={MAX_QUESTION_LENGTH}
            value={edited}
            onChange={({ target }) => setEdited(target.value)}
          />
          {/* A word of their address may be an ordinary one. */}
          <div role="status">
            {names.length > 0 && (
              <Alert kind="info">
                {`Ces mots sont aussi dans l'adresse de l'élève\u00a0: ${names.join(', ')}. Est-ce son nom\u00a0?`}
              </Alert>
            )}
          </div>
        </>
      )}
    </FormDialog>
  )
}
