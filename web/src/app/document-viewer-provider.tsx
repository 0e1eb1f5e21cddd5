import { lazy, type ReactNode, useCallback, useState } from 'react'
import { type DocumentRequest, OpenDocumentContext } from '#web/lib/documents/open-document.ts'
import { LazyPart } from './lazy-part.tsx'
import { PartFailedDialog } from './part-failed-dialog.tsx'

const ViewerDialog = lazy(async () => ({
  default: (await import('#web/features/viewer/viewer-dialog.tsx')).ViewerDialog,
}))

/** Lets any page open a document; the viewer is fetched with the first one. */
export function DocumentViewerProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<DocumentRequest | null>(null)
  const close = useCallback(() => setRequest(null), [])
  return (
    <OpenDocumentContext value={setRequest}>
      {children}
      {request && (
        <LazyPart failed={<PartFailedDialog onClose={close} />}>
          <ViewerDialog request={request} onClose={close} />
        </LazyPart>
      )}
    </OpenDocumentContext>
  )
}
