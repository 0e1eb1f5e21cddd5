import { useState } from 'react'
import { showToast } from '#web/lib/toast.ts'
import { networkFailure, troubleHint } from '../api/failure.ts'

/**
 * Saves a document and shows an error if that fails. `percent` counts while the document is being fetched. What saves is
 * fetched with the first document, and no mutation is used: tables of subjects load without both.
 */
export function useSaveDocument(id: string) {
  const [percent, setPercent] = useState<number | null>(null)
  const save = async () => {
    setPercent(0)
    const error = await saveWithParts(id, (share) => setPercent(Math.floor(share * 100)))
    if (error !== null) showToast({ kind: 'error', text: error })
    setPercent(null)
  }
  return { save: () => void save(), isPending: percent !== null, percent: percent ?? 0 }
}

/** @returns why it failed; null when it is saved */
async function saveWithParts(id: string, onProgress: (share: number) => void): Promise<string | null> {
  const parts = await Promise.all([import('./save-document.ts'), import('./document-texts.ts')]).catch(
    (cause: unknown) => networkFailure(cause),
  )
  if (parts instanceof Error) return troubleHint(parts)
  const [{ saveDocument }, { documentFailureText }] = parts
  try {
    await saveDocument(id, onProgress)
    return null
  } catch (error) {
    return documentFailureText(error)
  }
}
