import type { ReactNode } from 'react'
import { CheckedForm, type CheckedFormProps, type Fields } from './checked-form.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps<S extends Fields> = CheckedFormProps<S> & {
  title: string
  wide?: boolean
  onClose: () => void
  /** Above the form: what it is about. */
  intro?: ReactNode
}

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
