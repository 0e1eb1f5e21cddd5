import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  /** Names the button where it shows an icon alone. */
  label?: string
  /** Returns the dialog, given what closes it. */
  renderDialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ label, renderDialog, ...rest }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {label === undefined ? (
        <Button variant="secondary" {...rest} onClick={open} />
      ) : (
        <IconButton {...rest} label={label} onClick={open} />
      )}
      {isOpen && renderDialog(() => setOpen(false))}
    </>
  )
}

type ConfirmButtonProps = Omit<DialogButtonProps, 'renderDialog' | 'title'> &
  Omit<ComponentProps<typeof ConfirmDialog>, 'onClose' | 'children'> & {
    /** The question and its consequences. */
    question: ReactNode
  }

/** A button that asks before it acts. */
export function ConfirmButton({
  title,
  confirm,
  cancel,
  onConfirm,
  question,
  ...button
}: ConfirmButtonProps) {
  return (
    <DialogButton
      {...button}
      renderDialog={(close) => (
        <ConfirmDialog title={title} confirm={confirm} cancel={cancel} onConfirm={onConfirm} onClose={close}>
          {question}
        </ConfirmDialog>
      )}
    />
  )
}
