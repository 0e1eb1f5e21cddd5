import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { authStore } from '#web/lib/auth/auth-state.ts'
import {
  clearVideoPositions,
  type DocumentRequest,
  OpenDocumentContext,
} from '#web/lib/documents/open-document.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'

const ViewerDialog = lazyComponent(
  async () => (await import('#web/features/viewer/viewer-dialog.tsx')).ViewerDialog,
)

/** Lets any page open a document; the viewer is fetched with the first one. */
export function DocumentViewerProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<DocumentRequest | null>(null)
  useEffect(clearVideoPositionsAtSignOut, [])
  const close = useCallback(() => setRequest(null), [])
  return (
    <OpenDocumentContext value={setRequest}>
      {children}
      {request && (
        <LazyDialog onClose={close}>
          <ViewerDialog request={request} onClose={close} />
        </LazyDialog>
      )}
    </OpenDocumentContext>
  )
}

/** The next user of a shared device does not see what was watched; a visitor's positions stay. */
function clearVideoPositionsAtSignOut(): () => void {
  let wasSignedIn = false
  return authStore.subscribe(() => {
    const isSignedIn = authStore.get().status === 'signedIn'
    if (wasSignedIn && !isSignedIn) clearVideoPositions()
    wasSignedIn = isSignedIn
  })
}
