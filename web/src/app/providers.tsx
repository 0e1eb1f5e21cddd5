import { type QueryClient, QueryClientProvider, type QueryFilters } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { authStore } from '#web/lib/auth/auth-state.ts'
import type * as SendMarks from '#web/lib/progress/send-marks.ts'
import { onUnsentChange, readUnsent, writeUnsent } from '#web/lib/progress/unsent-storage.ts'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'
import { SignInDialogProvider } from './sign-in-dialog-provider.tsx'

/** What every page may use: the query cache, the sign-in dialog, the document viewer. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useUpdates(client)
  useUnsentMarks(client)
  return (
    <QueryClientProvider client={client}>
      <SignInDialogProvider>
        <DocumentViewerProvider>{children}</DocumentViewerProvider>
      </SignInDialogProvider>
    </QueryClientProvider>
  )
}

/**
 * Refetches public lists when the service worker reports that one it answered from its cache has changed, and shows the
 * page as it has renewed it. The renewed page is looked for once without a message, since one that comes before the page
 * has hydrated is lost.
 */
export function useUpdates(client: QueryClient): void {
  useEffect(() => {
    // Absent without https, and in some private windows.
    const { serviceWorker } = navigator
    if (!serviceWorker) return undefined
    const renew = async () => {
      const lists: QueryFilters = { predicate: ({ meta }) => meta?.personal !== true }
      // A first answer still in flight holds the old list, and would count as the refetch.
      await client.cancelQueries(lists)
      await client.invalidateQueries(lists)
    }
    // Offline before this chunk was loaded: there is nothing newer to show.
    const showPage = () =>
      void import('./page-renewal.ts').then(
        ({ showRenewedPage }) => showRenewedPage(client),
        () => {},
      )
    const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
      // The new list is in the worker's cache by then.
      if (data?.type === 'LIST_CHANGED') void renew()
      if (data?.type === 'PAGE_CHANGED') showPage()
    }
    serviceWorker.addEventListener('message', onMessage)
    if (serviceWorker.controller) showPage()
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [client])
}

/**
 * Sends marks that were made without a network, from any page: when the account is signed in and with each of its
 * heartbeats, one of which comes when the network returns. A sign-out removes them.
 */
function useUnsentMarks(client: QueryClient): void {
  useEffect(() => {
    // Offline before this chunk was loaded: the next heartbeat tries again.
    const withMarks = (action: (module: typeof SendMarks) => Promise<void>) =>
      void import('#web/lib/progress/send-marks.ts').then(action, () => {})
    const follow = () => {
      const { status } = authStore.get()
      if (status === 'signingOut') writeUnsent(null)
      else if (status === 'signedIn' && readUnsent() !== null) withMarks(({ sendMarks }) => sendMarks(client))
    }
    const stopFollowing = authStore.subscribe(follow)
    const stopListening = onUnsentChange(
      () => {},
      // Another tab has sent marks, so this tab's progress is outdated.
      () => withMarks(({ renewMarks }) => renewMarks(client)),
    )
    follow()
    return () => {
      stopFollowing()
      stopListening()
    }
  }, [client])
}
