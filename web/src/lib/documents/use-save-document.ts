import { useState } from 'react'
import { showToast } from '#web/lib/shared-value.ts'
import { networkFailure, troubleHint } from '../api/failure.ts'

/** The code that saves comes with the first document; tables of subjects load without it. */
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
