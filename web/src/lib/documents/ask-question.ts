import { useMutation } from '@tanstack/react-query'
import { askQuestion } from '#shared/contract/questions.ts'
import type { QuestionInput } from '#shared/entities/question.ts'
import { api } from '../api/api.ts'

/** The document, exercise or chapter that a question is about. */
export type QuestionAbout = Partial<Pick<QuestionInput, 'documentId' | 'exercise' | 'chapter'>>

/** Sends a question to the owners. */
export function useAskQuestion(about: QuestionAbout, onSent: () => void) {
  const { mutate, isPending, error } = useMutation({
    ...api(askQuestion).mutationOptions(),
    onSuccess: onSent,
  })
  return { ask: (text: string) => mutate({ body: { ...about, text } }), isPending, error }
}
