import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Access, accessIn, authStore, useAccess } from '#web/lib/auth/auth-state.ts'
import { clearVideoPositions } from '#web/lib/browser-storage.ts'
import {
  type DocumentRequest,
  DocumentViewerContext,
  isLocked,
  viewerEntry,
} from '#web/lib/documents/open-document.ts'
import type { FirstTicket } from '#web/lib/documents/tickets.ts'
import { listen } from '#web/lib/listen.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { whenIdle } from '#web/lib/loading/when-idle.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

export const ViewerDialog = lazyDialog(
  async () => (await import('#web/features/viewer/viewer-dialog.tsx')).ViewerDialog,
)
const importOffline = () => import('#web/features/offline/keep-offline.tsx')
const KeepOffline = forPremium(optionalComponent(async () => (await importOffline()).KeepOffline))
const KeptMark = forPremium(optionalComponent(async () => (await importOffline()).KeptMark))
const PracticeMarks = forPremium(
  optionalComponent(async () => (await import('#web/features/practice/practice-marks.tsx')).PracticeMarks),
  'free',
)
const importTickets = () => import('#web/lib/documents/tickets.ts')
const importReader = () => import('#web/features/viewer/pages/pages-reader.tsx')

type Opened = { request: DocumentRequest; firstTicket: FirstTicket | null }

export function DocumentViewerProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(clearVideoPositionsAtSignOut, [])
  const isOpen = useRef(false)
  const close = useCallback(() => {
    isOpen.current = false
    setOpened(null)
  }, [])
  // A stable value, since a new one would render every document's button again.
  const viewer = useMemo(
    () => ({
      open(request: DocumentRequest) {
        if (isOpen.current) return
        isOpen.current = true
        const isAsked = request.available && !isLocked(request, accessIn(authStore.get()))
        setOpened({ request, firstTicket: isAsked ? fetchAll(request) : null })
      },
      KeepOffline,
      KeptMark,
      PracticeMarks,
      fetchWhileIdle: () => whenIdle(() => void fetchViewer().catch(() => undefined)),
    }),
    [],
  )
  useEffect(() => {
    const reopen = () => {
      const left = viewerEntry()?.request
      if (left) viewer.open(left)
    }
    reopen()
    return listen(window, 'popstate', reopen)
  }, [viewer])
  return (
    <DocumentViewerContext value={viewer}>
      {children}
      {opened && <ViewerDialog {...opened} onClose={close} />}
    </DocumentViewerContext>
  )
}

/** Makes a lazy part for accounts that may open all documents. @param also other accounts that load it */
function forPremium<Props extends object>(Part: ComponentType<Props>, also?: Access): ComponentType<Props> {
  return function ForPremium(props) {
    const access = useAccess()
    return (
      (access === 'premium' || access === also) && (
        <Suspense>
          <Part {...props} />
        </Suspense>
      )
    )
  }
}

/** Requests everything that a document needs as soon as it is tapped, so that no round trip waits for another. */
function fetchAll({ id, type }: DocumentRequest): FirstTicket {
  const ticket = importTickets().then(({ requestTicket }) => requestTicket(id, 'inline'))
  const parts: Promise<unknown>[] = [ticket, ViewerDialog.preload()]
  parts.push(type === 'pdf' ? importReader() : import('#web/features/viewer/video-view.tsx'))
  // Each part is requested again by the code that needs it, which also reports the failure.
  for (const part of parts) part.catch(() => undefined)
  return { id, ticket }
}

/** Fetches what every PDF needs into the browser's cache, one part after the other. */
async function fetchViewer(): Promise<void> {
  for (const load of [ViewerDialog.preload, importTickets, importReader]) await load()
}

/** Keeps the next user of a shared device from seeing which videos were watched; a visitor's positions stay. */
function clearVideoPositionsAtSignOut(): () => void {
  let wasSignedIn = false
  return authStore.subscribe(() => {
    const isSignedIn = authStore.get().status === 'signedIn'
    if (wasSignedIn && !isSignedIn) clearVideoPositions()
    wasSignedIn = isSignedIn
  })
}
