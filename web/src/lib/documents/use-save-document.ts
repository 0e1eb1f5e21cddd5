import { useState } from 'react'
import { showToast } from '#web/lib/shared-value.ts'
import { networkFailure, troubleHint } from '../api/failure.ts'

/**
 * Saves a document and shows an error if that fails. `percent` counts while the document is being fetched. The code
 * that saves comes with the first document, and no mutation is used: tables of subjects load without both.
 */
export function useSaveDocument(id: string) {
  const [percent, setPercent] = useState<number | null>(null)
  const save = async () => {
    setPercent(0)
    const error = await import('./save-document.ts').then(
      ({ saveOrExplain }) => saveOrExplain(id, (share) => setPercent(Math.floor(share * 100))),
      (cause: unknown) => troubleHint(networkFailure(cause)),
    )
    if (error !== null) showToast({ kind: 'error', text: error })
    setPercent(null)
  }
  return { save: () => void save(), isPending: percent !== null, percent: percent ?? 0 }
}
