import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Row } from './stack.tsx'

type ConfirmDialogProps = {
  title: string
  /** Label of the button: 'Supprimer'. */
  confirm: string
  /** Label of the other button, where 'Annuler' would be ambiguous. */
  cancel?: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** The question and its consequences. */
  children: ReactNode
}

/** Asks before an action that cannot be undone. It closes on either answer. */
export function ConfirmDialog({
  title,
  confirm,
  cancel = 'Annuler',
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  /** Ignores a second press before the dialog has closed. */
  const isAnswered = useRef(false)
  const accept = () => {
    if (isAnswered.current) return
    isAnswered.current = true
    onClose()
    onConfirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Row>
        <Button variant="danger" onClick={accept}>
          {confirm}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {cancel}
        </Button>
      </Row>
    </Dialog>
  )
}
