import { type ReactNode, useEffect } from 'react'
import { LazyBoundary } from '#web/lib/loading/lazy-component.tsx'
import { showToast } from '#web/lib/shared-value.ts'

type LazyDialogProps = {
  onClose: () => void
  /** A lazy component that renders a dialog. */
  children: ReactNode
}

/** Closes a dialog that cannot be shown, with a message; the next opening tries again. */
export function LazyDialog({ onClose, children }: LazyDialogProps) {
  return (
    <LazyBoundary renderFailure={({ text }) => <Unavailable text={text} onClose={onClose} />}>
      {children}
    </LazyBoundary>
  )
}

function Unavailable({ text, onClose }: { text: string; onClose: () => void }) {
  useEffect(() => {
    showToast({ kind: 'error', text })
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; the caller may pass another function
  }, [])
  return null
}
