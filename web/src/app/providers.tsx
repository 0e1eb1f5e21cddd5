import { type ReactNode, useEffect } from 'react'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { forgetKept, keptTexts, offlineText } from '#web/lib/kept-text.ts'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'
import type * as Sender from './send-kept.ts'
import { SignInDialogProvider } from './sign-in-dialog-provider.tsx'

/** Provides every page with the sign-in dialog and the document viewer. */
export function Providers({ children }: { children: ReactNode }) {
  useUnsent()
  return (
    <SignInDialogProvider>
      <DocumentViewerProvider>{children}</DocumentViewerProvider>
    </SignInDialogProvider>
  )
}

/**
 * Sends what this browser keeps for the server from any page: when the account is signed in and with each of its
 * heartbeats, one of which follows when the network returns. A sign-out removes what is kept. Documents on this device
 * follow every change of the account.
 */
function useUnsent(): void {
  useEffect(() => {
    const follow = () => {
      const { status } = authStore.get()
      if (status === 'signingOut') forgetKept()
      if (offlineText.read() !== null) void withSender(({ followOffline }) => followOffline())
      if (status === 'signedIn' && keptTexts.some((kept) => kept.read() !== null))
        void withSender(({ sendKept }) => sendKept())
    }
    const stops = keptTexts.map((kept) =>
      kept.onChange(
        () => {},
        // Another tab has sent it, so that the answers in this tab are outdated.
        () => void withSender(({ renewSent }) => renewSent(kept)),
      ),
    )
    const stopFollowing = authStore.subscribe(follow)
    follow()
    return () => {
      stopFollowing()
      for (const stop of stops) stop()
    }
  }, [])
}

/** Without a network its chunks may be missing; a later heartbeat then sends what is kept. */
async function withSender(use: (sender: typeof Sender) => Promise<void>): Promise<void> {
  try {
    await use(await import('./send-kept.ts'))
  } catch {
    // The sender keeps and shows a request that fails (lib/sender.ts).
  }
}
