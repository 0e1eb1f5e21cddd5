import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Row, Stack } from './stack.tsx'

type ConfirmDialogProps = {
  title: string
  /** What the button does: 'Supprimer'. */
  confirm: string
  onConfirm: () => void
  onClose: () => void
  /** The question, and what is lost by saying yes. */
  children: ReactNode
}

/** Asks once more before something that cannot be taken back. It closes on either answer. */
export function ConfirmDialog({ title, confirm, onConfirm, onClose, children }: ConfirmDialogProps) {
  /** A second press before the dialog is gone is no second answer. */
  const isAnswered = useRef(false)
  const accept = () => {
    if (isAnswered.current) return
    isAnswered.current = true
    onClose()
    onConfirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {children}
        <Row>
          <Button variant="danger" onClick={accept}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Annuler
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
