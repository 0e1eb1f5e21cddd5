import { type ReactNode, useCallback, useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import { authStore, SignInDialogContext, useAuth } from '#web/lib/auth/auth-state.ts'
import { forgetKept, keptTexts, offlineText } from '#web/lib/browser-storage.ts'
import { endAll } from '#web/lib/listen.ts'
import { carryOutEarlyInput } from '#web/lib/loading/early-input.ts'
import { ErrorBoundary, type Failure } from '#web/lib/loading/lazy-component.tsx'
import { askTime } from '#web/lib/server-clock.ts'
import { isClockDoubtful } from '#web/lib/settings.ts'
import { useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout/layout.tsx'
import { AppRoutes, routeOf } from './routes.tsx'
import type * as Sender from './send-kept.ts'

export function App() {
  // Runs after the effects of everything inside, which listen for keys.
  useEffect(() => void carryOutEarlyInput(), [])
  useEffect(() => {
    if (isClockDoubtful()) askTime().catch(() => undefined)
  }, [])
  return (
    <BrowserRouter>
      <ErrorBoundary renderFailure={BrokenSite}>
        <Site />
      </ErrorBoundary>
    </BrowserRouter>
  )
}

/** Has no header or footer of its own, since one of them may have failed. */
function BrokenSite(failure: Failure) {
  return <ErrorPage {...failure} within="#root" />
}

/** Renders the site inside a router: the browser's, or the renderer's static one. */
export function Site() {
  return (
    <Providers>
      <CanonicalLink />
      <Layout>
        <AppRoutes />
      </Layout>
    </Providers>
  )
}

/** React moves the link into the head; sharing from the browser uses it too. */
function CanonicalLink() {
  const { pathname } = useLocation()
  if (!__SITE_ORIGIN__ || routeOf(pathname).path === '*') return null
  return <link rel="canonical" href={`${__SITE_ORIGIN__}${withoutSlash(pathname)}`} />
}

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
    const ends = keptTexts.map((kept) =>
      kept.onChange(
        () => {},
        // Another tab has sent it, so that the answers in this tab are outdated.
        () => void withSender(({ renewSent }) => renewSent(kept)),
      ),
    )
    follow()
    return endAll(authStore.subscribe(follow), ...ends)
  }, [])
}

/** Without a network its chunks may be missing; a later heartbeat then sends what is kept. */
async function withSender(use: (sender: typeof Sender) => Promise<void>): Promise<void> {
  try {
    await use(await import('./send-kept.ts'))
  } catch {
    // The sender keeps and shows a request that fails.
  }
}

const SignInDialog = lazyDialog(
  async () => (await import('#web/features/auth/sign-in-dialog.tsx')).SignInDialog,
)

/** Lets any page open the sign-in dialog, which closes on signing in and on navigation. */
export function SignInDialogProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const { status } = useAuth()
  if (isOpen && status === 'signedIn') setOpen(false)
  // A stable function, since a new one would render every page again.
  const open = useCallback(() => setOpen(true), [setOpen])
  return (
    <SignInDialogContext value={open}>
      {children}
      {isOpen && <SignInDialog onClose={() => setOpen(false)} />}
    </SignInDialogContext>
  )
}
