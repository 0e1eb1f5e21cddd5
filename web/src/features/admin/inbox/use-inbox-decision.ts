import { useMutation } from '@tanstack/react-query'
import { checkReference } from '#shared/contract/admin/documents.ts'
import { decideInboxFile, type InboxItem } from '#shared/contract/admin/inbox.ts'
import type { Input } from '#shared/contract/route.ts'
import { documentFaultLabels } from '#shared/entities/broken-document.ts'
import { call } from '#web/lib/api/call.ts'
import { showToast } from '#web/lib/toast.ts'
import { failureText } from '../admin-texts.ts'

export type Decision = Input<typeof decideInboxFile.body>

/** A file that Drive no longer delivers; the message says why. */
class GoneFile extends Error {}

/**
 * Decides about a file. Before it becomes a document, Drive is asked whether it is still there; without an answer it is
 * added, as a form would do.
 */
export function useInboxDecision({ fileId, file, guess: { type } }: InboxItem, onDone?: () => void) {
  return useMutation({
    mutationFn: async (body: Decision) => {
      if (body.action !== 'ignore' && type !== null) {
        const { outcome } = await call(checkReference, { query: { file, type } })
        if (outcome !== 'fine' && outcome !== 'unknown') throw new GoneFile(documentFaultLabels[outcome])
      }
      return call(decideInboxFile, { params: { fileId }, body })
    },
    meta: { invalidates: decideInboxFile.invalidates },
    onMutate: () => showToast(null),
    onSuccess: ({ document }) => {
      onDone?.()
      showToast({ kind: 'success', text: document ? `${document.title} : ajouté` : 'Fichier ignoré' })
    },
    onError: (error) => showToast({ kind: 'error', text: decisionFault(error) }),
  })
}

function decisionFault(error: Error): string {
  if (error instanceof GoneFile) return `${error.message}. Cherchez de nouveau.`
  return failureText(error, "Erreur lors de l'enregistrement du fichier")
}
