import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import { PartFailed } from '#web/lib/fetched-part.tsx'

type LazyPartProps = {
  children: ReactNode
  fallback?: ReactNode
  /** What stands there then; a component, where nothing else opens the part again, is told how to. */
  failed: ReactNode | ComponentType<{ onRetry: () => void }>
}

/** Shows `failed` when a part of the site cannot be fetched or breaks, instead of losing the whole page. */
export class LazyPart extends Component<LazyPartProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    // What is opened next may try again.
    if (error instanceof PartFailed) error.forget()
  }

  override render() {
    const { children, fallback = null, failed: Failed } = this.props
    if (!this.state.broken) return <Suspense fallback={fallback}>{children}</Suspense>
    if (typeof Failed !== 'function') return Failed
    return <Failed onRetry={() => this.setState({ broken: false })} />
  }
}
