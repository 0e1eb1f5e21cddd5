import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { networkFailure } from '../api/failure.ts'
import { documentFailureText } from './document-texts.ts'

/** Saves a document; a failure is told by an alert, as the specification has it. `percent` while it is being fetched. */
export function useSaveDocument(id: string) {
  const [percent, setPercent] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setPercent(0)
      const { saveDocument } = await import('./save-document.ts').catch((cause: unknown) => {
        throw networkFailure(cause)
      })
      await saveDocument(id, (share) => setPercent(Math.floor(share * 100)))
    },
    onError: (error) => window.alert(documentFailureText(error)),
  })
  return { save: () => mutate(), isPending, percent }
}
