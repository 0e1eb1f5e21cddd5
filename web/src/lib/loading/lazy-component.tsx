import {
  Component,
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { networkTexts, troubleHint } from '#web/lib/api/failure.ts'
import { reloadOutdatedPage } from './newer-version.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Loads the chunk, so that the component renders without suspending. */
  preload: () => Promise<unknown>
  /** Forgets a failure, so that the chunk is requested again. */
  reset: () => void
}

/** The boundary that shows it resets the component. */
class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('A chunk could not be loaded', { cause })
    this.reset = reset
  }
}

/** Unlike React's `lazy`, it requests its chunk again after a failure, and renders at once when it is loaded. */
export function lazyComponent<Props extends object>(load: Load<Props>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return loaded
  }
  const suspending = () =>
    lazy(async () => {
      try {
        return { default: await preload() }
      } catch (cause) {
        throw new ChunkLoadError(cause, reset)
      }
    }) as ComponentType<Props>
  let Suspending = suspending()
  const reset = () => {
    loaded = null
    Suspending = suspending()
  }
  function Lazy(props: Props) {
    // The same component for as long as it is mounted.
    const [Chosen] = useState(() => loaded ?? Suspending)
    return <Chosen {...props} />
  }
  return Object.assign(Lazy, { preload, reset })
}

const Nothing = () => null

/** Creates a component that a page can do without: `Fallback`, or nothing, renders where its chunk cannot be loaded. */
export function optionalComponent<Props extends object>(
  load: Load<Props>,
  Fallback: ComponentType = Nothing,
): LazyComponent<Props> {
  const component = lazyComponent<Props>(() =>
    load().catch(() => {
      return function Unavailable() {
        useEffect(() => component.reset, [])
        return <Fallback />
      }
    }),
  )
  return component
}

/** The reason why something is not shown, in French, and the function that renders it again. */
export type Failure = { text: string; onRetry: () => void }

type ErrorBoundaryProps = {
  children: ReactNode
  /** Returns what is shown in place of the children; it calls no hooks itself. */
  renderFailure: (failure: Failure) => ReactNode
}

/** Keeps a lost chunk or a component that throws from breaking the whole page, until the next navigation. */
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
