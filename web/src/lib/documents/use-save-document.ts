import { useMutation } from '@tanstack/react-query'
import { documentFailureText } from './document-texts.ts'
import { saveDocument } from './save-document.ts'

/** Saves a document; a failure is told by an alert, as the specification has it. */
export function useSaveDocument(id: string) {
  return useMutation({
    mutationFn: () => saveDocument(id),
    onError: (error) => window.alert(documentFailureText(error)),
  })
}
