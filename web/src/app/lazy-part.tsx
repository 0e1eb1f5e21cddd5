import { Component, type ReactNode, Suspense } from 'react'
import { PartFailed } from '#web/lib/fetched-part.tsx'

type LazyPartProps = { children: ReactNode; fallback?: ReactNode; failed: ReactNode }

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
    const { children, fallback = null, failed } = this.props
    return this.state.broken ? failed : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
