import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { networkTexts, troubleHint } from '../api/failure.ts'
import { ChunkLoadError } from './lazy-component.tsx'
import { reloadOutdatedPage } from './newer-version.ts'

/** The reason why something is not shown, in French, and the function that renders it again. */
export type Failure = { text: string; onRetry: () => void }

type ErrorBoundaryProps = {
  children: ReactNode
  /** Returns what is shown in place of the children; it calls no hooks itself. */
  renderFailure: (failure: Failure) => ReactNode
}

/**
 * Keeps a chunk that cannot be loaded, or a component that throws, from breaking the whole page, until the next
 * navigation. React logs the error. Where a chunk is missing, a page of an older version of the site may be reloaded.
 */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <Boundary {...props} path={useLocation().pathname} />
}

type BoundaryProps = ErrorBoundaryProps & { path: string }
type BoundaryState = { path?: string; error?: unknown }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState) {
    return path === state.path ? null : { path, error: undefined }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof ChunkLoadError)) return
    error.reset()
    void reloadOutdatedPage()
  }

  override render() {
    const { children, renderFailure } = this.props
    const { error } = this.state
    if (!error) return children
    return renderFailure({ text: textOf(error), onRetry: () => this.setState({ error: undefined }) })
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof ChunkLoadError)) return "Une erreur est survenue pendant l'affichage."
  const hint = troubleHint(error.cause) ?? networkTexts.unreachable
  // The line above the page says the rest.
  return `Chargement impossible${hint === networkTexts.offline ? ' sans réseau.' : `. ${hint}`}`
}

/** An {@link ErrorBoundary} around lazy components, with the fallback that is shown while they are loaded. */
export function LazyBoundary({
  children,
  renderFailure,
  fallback = null,
}: ErrorBoundaryProps & { fallback?: ReactNode }) {
  return (
    <ErrorBoundary renderFailure={renderFailure}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
