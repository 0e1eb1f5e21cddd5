import type { ReactNode } from 'react'
import { networkTexts } from '#web/lib/api/failure.ts'
import { LazyBoundary } from '#web/lib/lazy-component.tsx'
import { Alert } from './alert.tsx'
import { Dialog } from './dialog.tsx'

type LazyDialogProps = {
  onClose: () => void
  /** A lazy component that renders a dialog. */
  children: ReactNode
}

/** Shows a message in place of a dialog whose chunk cannot be loaded. */
export function LazyDialog({ onClose, children }: LazyDialogProps) {
  const failed = (
    <Dialog title="Chargement impossible" onClose={onClose}>
      <Alert kind="error">
        <p>{networkTexts.unreachable}</p>
      </Alert>
    </Dialog>
  )
  return <LazyBoundary failed={failed}>{children}</LazyBoundary>
}
