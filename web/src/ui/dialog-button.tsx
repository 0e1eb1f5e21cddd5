import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { Row } from './card.tsx'
import { CheckedForm, type CheckedFormProps, type Fields } from './checked-form.tsx'
import { Dialog } from './dialog.tsx'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  /** Names the button where it shows an icon alone. */
  label?: string
  /** Returns the dialog, given what closes it. */
  renderDialog: (close: () => void) => ReactNode
}

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
  Omit<ComponentProps<typeof ConfirmDialog>, 'onClose' | 'children'> & { question: ReactNode }

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

type ConfirmDialogProps = {
  title: string
  confirm: string
  /** Label of the other button, where 'Annuler' would be ambiguous. */
  cancel?: string | undefined
  onConfirm: () => void
  onClose: () => void
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

type FormDialogProps<S extends Fields> = CheckedFormProps<S> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'wide' | 'onClose'> & { intro?: ReactNode }

/** A form in a dialog, which stays open while the form is sent, to show the answer. */
export function FormDialog<S extends Fields>({
  title,
  wide = false,
  onClose,
  intro,
  ...form
}: FormDialogProps<S>) {
  return (
    <Dialog title={title} wide={wide} onClose={() => !form.isSubmitting && onClose()}>
      {intro}
      <CheckedForm {...form} />
    </Dialog>
  )
}
