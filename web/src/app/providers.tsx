import { type ReactNode, useEffect } from 'react'
import { authStore } from '#web/lib/auth/auth-state.ts'
import type * as SendMarks from '#web/lib/progress/send-marks.ts'
import { onUnsentChange, readUnsent, writeUnsent } from '#web/lib/progress/unsent-storage.ts'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'
import { SignInDialogProvider } from './sign-in-dialog-provider.tsx'

/** What every page may use: the sign-in dialog, the document viewer. */
export function Providers({ children }: { children: ReactNode }) {
  useRenewedPage()
  useUnsentMarks()
  return (
    <SignInDialogProvider>
      <DocumentViewerProvider>{children}</DocumentViewerProvider>
    </SignInDialogProvider>
  )
}

/**
 * Shows the page as the service worker has renewed it. It is looked for once without a message, since one that comes
 * before the page has hydrated is lost.
 */
function useRenewedPage(): void {
  useEffect(() => {
    // Absent without https, and in some private windows.
    const { serviceWorker } = navigator
    if (!serviceWorker) return undefined
    // Offline before this chunk was loaded: there is nothing newer to show.
    const showPage = () =>
      void import('./page-renewal.ts').then(
        ({ showRenewedPage }) => showRenewedPage(),
        () => {},
      )
    const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
      if (data?.type === 'PAGE_CHANGED') showPage()
    }
    serviceWorker.addEventListener('message', onMessage)
    if (serviceWorker.controller) showPage()
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [])
}

/**
 * Sends marks that were made without a network, from any page: when the account is signed in and with each of its
 * heartbeats, one of which comes when the network returns. A sign-out removes them.
 */
function useUnsentMarks(): void {
  useEffect(() => {
    // Offline before this chunk was loaded: the next heartbeat tries again.
    const withMarks = (action: (module: typeof SendMarks) => Promise<void>) =>
      void import('#web/lib/progress/send-marks.ts').then(action, () => {})
    const follow = () => {
      const { status } = authStore.get()
      if (status === 'signingOut') writeUnsent(null)
      else if (status === 'signedIn' && readUnsent() !== null) withMarks(({ sendMarks }) => sendMarks())
    }
    const stopFollowing = authStore.subscribe(follow)
    const stopListening = onUnsentChange(
      () => {},
      // Another tab has sent marks, so this tab's progress is outdated.
      () => withMarks(({ renewMarks }) => renewMarks()),
    )
    follow()
    return () => {
      stopFollowing()
      stopListening()
    }
  }, [])
}
