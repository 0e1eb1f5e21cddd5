import { useState } from 'react'
import { showToast } from '#web/lib/toast.ts'
import { networkFailure } from '../api/failure.ts'
import { documentFailureText } from './document-texts.ts'

/**
 * Saves a document and shows an error if that fails. `percent` counts while the document is being fetched. What saves is
 * fetched with the first document, and no mutation is used: tables of subjects load without both.
 */
export function useSaveDocument(id: string) {
  const [percent, setPercent] = useState<number | null>(null)
  const save = async () => {
    setPercent(0)
    try {
      const { saveDocument } = await import('./save-document.ts').catch((cause: unknown) => {
        throw networkFailure(cause)
      })
      await saveDocument(id, (share) => setPercent(Math.floor(share * 100)))
    } catch (error) {
      showToast({ kind: 'error', text: documentFailureText(error) })
    } finally {
      setPercent(null)
    }
  }
  return { save: () => void save(), isPending: percent !== null, percent: percent ?? 0 }
}
