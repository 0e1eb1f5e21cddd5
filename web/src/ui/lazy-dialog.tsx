import { type ReactNode, useEffect } from 'react'
import { networkTexts } from '#web/lib/api/failure.ts'
import { LazyBoundary } from '#web/lib/lazy-component.tsx'
import { showToast } from '#web/lib/toast.ts'

type LazyDialogProps = {
  onClose: () => void
  /** A lazy component that renders a dialog. */
  children: ReactNode
}

/** Closes a dialog whose chunk cannot be loaded, with a message; the next opening tries again. */
export function LazyDialog({ onClose, children }: LazyDialogProps) {
  return <LazyBoundary failed={<Unavailable onClose={onClose} />}>{children}</LazyBoundary>
}

function Unavailable({ onClose }: Pick<LazyDialogProps, 'onClose'>) {
  useEffect(() => {
    showToast({ kind: 'error', text: `Chargement impossible. ${networkTexts.unreachable}` })
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; the caller may pass another function
  }, [])
  return null
}
