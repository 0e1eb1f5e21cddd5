import { type ReactNode, useEffect } from 'react'
import { LazyBoundary } from '#web/lib/error-boundary.tsx'
import { showToast } from '#web/lib/toast.ts'
import { failureSentence } from './lazy-part.tsx'

type LazyDialogProps = {
  onClose: () => void
  /** A lazy component that renders a dialog. */
  children: ReactNode
}

/** Closes a dialog that cannot be shown, with a message; the next opening tries again. */
export function LazyDialog({ onClose, children }: LazyDialogProps) {
  return (
    <LazyBoundary renderFailure={({ isLost }) => <Unavailable isLost={isLost} onClose={onClose} />}>
      {children}
    </LazyBoundary>
  )
}

function Unavailable({ isLost, onClose }: { isLost: boolean; onClose: () => void }) {
  useEffect(() => {
    showToast({ kind: 'error', text: failureSentence(isLost) })
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; the caller may pass another function
  }, [])
  return null
}
