import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

type Wiring = { label: string; hint?: string | undefined; error?: string | undefined }

type ControlProps = {
  id: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Connects a label, a hint and an error to the control that `children` renders with the given props. */
export function Field({
  label,
  hint,
  error,
  children,
}: Wiring & { children: (props: ControlProps) => ReactNode }) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A one-line input with its label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  ...rest
}: Wiring & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <input {...rest} {...props} />}
    </Field>
  )
}

/** A choice among few, with its label, hint and error. */
export function SelectField({
  label,
  hint,
  error,
  ...rest
}: Wiring & Omit<ComponentProps<'select'>, 'id' | 'className'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <select {...rest} {...props} />}
    </Field>
  )
}

/** A box to tick, with its label beside it. */
export function Checkbox({ label, ...rest }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.choice}>
      <input {...rest} type="checkbox" />
      {label}
    </label>
  )
}
