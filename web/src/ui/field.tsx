import {
  type ComponentProps,
  createContext,
  type ElementType,
  type ReactNode,
  useContext,
  useId,
} from 'react'
import styles from './field.module.css'

export type FieldFaults = Partial<Record<string, string>>

/** The faults of the form around a field (checked-form.tsx), which each field looks up by its name. */
export const FormFaults = createContext<FieldFaults>({})

export function useFault(name: string | undefined): string | undefined {
  const faults = useContext(FormFaults)
  return name === undefined ? undefined : faults[name]
}

type Wiring = {
  label: string
  name?: string | undefined
  hint?: string | undefined
  /** Shown where the form has no error for the field. */
  error?: string | undefined
}

type ControlProps = {
  id: string
  name: string | undefined
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Connects a label, a hint and an error to the control that `children` renders with the given props. */
export function Field({
  label,
  name,
  hint,
  error,
  children,
}: Wiring & { children: (props: ControlProps) => ReactNode }) {
  const id = useId()
  const fault = useFault(name) ?? error
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, fault && errorId].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        name,
        className: styles.control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault && (
        <p id={errorId} className={styles.error}>
          {fault}
        </p>
      )}
    </div>
  )
}

type ControlOf<Tag extends 'input' | 'select' | 'textarea'> = Wiring &
  Omit<ComponentProps<Tag>, 'id' | 'name' | 'className'>

export function TextField(props: ControlOf<'input'>) {
  return <LabelledControl as="input" {...props} />
}

export function TextArea(props: ControlOf<'textarea'>) {
  return <LabelledControl as="textarea" {...props} />
}

type SelectFieldProps = ControlOf<'select'> & {
  /** Values that are their own labels, or the label of each value. */
  choices?: readonly string[] | Readonly<Record<string, string>>
}

/** A choice among few, with its label, hint and error. `children` are options before or in place of the choices. */
export function SelectField({ choices = [], children, ...rest }: SelectFieldProps) {
  return (
    <LabelledControl as="select" {...rest}>
      {children}
      {Object.entries(choices).map(([key, text]) => (
        <option key={key} value={Array.isArray(choices) ? text : key}>
          {text}
        </option>
      ))}
    </LabelledControl>
  )
}

type LabelledControlProps = Wiring & { as: ElementType; children?: ReactNode }

function LabelledControl({ as: Control, label, name, hint, error, ...rest }: LabelledControlProps) {
  return <Field {...{ label, name, hint, error }}>{(props) => <Control {...rest} {...props} />}</Field>
}

export function Checkbox({ label, ...rest }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.choice}>
      <input {...rest} type="checkbox" />
      {label}
    </label>
  )
}
