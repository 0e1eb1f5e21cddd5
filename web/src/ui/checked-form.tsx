import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { Button } from './button.tsx'
import styles from './checked-form.module.css'
import { useReturningFocus } from './use-returning-focus.ts'

/** The sentence to show beside each field that is wrong. */
export type FieldFaults = Partial<Record<string, string>>

type Checked<Output> = { ok: true; values: Output } | { ok: false; faults: FieldFaults }

type Fields = v.GenericSchema<Record<string, unknown>, unknown>

type CheckedFormProps<S extends Fields> = {
  schema: S
  submit: string
  submitting: string
  /** Of what cannot be undone. */
  danger?: boolean
  isSubmitting: boolean
  onSubmit: (values: v.InferOutput<S>) => void
  /** For a form that takes the place of what was just used: its first field to fill in takes the focus. */
  startFocused?: boolean
  /** Each change empties the fields: a form that stays after a success counts its successes here. */
  round?: number
  /** What came of it, said beside the button where it is seen on a phone too; not beside a newer fault of a field. */
  message?: ReactNode
  /** The fields, given what is wrong with each. */
  children: (faults: FieldFaults) => ReactNode
  /** What stands below the button. */
  after?: ReactNode
}

/**
 * A form whose values are checked against a schema before they are handed on. A wrong value takes the focus; while
 * submitting everything in the form is disabled, and the focus that is lost by that comes back afterwards.
 */
export function CheckedForm<S extends Fields>({
  schema,
  submit,
  submitting,
  danger = false,
  isSubmitting,
  onSubmit,
  startFocused = false,
  round = 0,
  message,
  children,
  after,
}: CheckedFormProps<S>) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<FieldFaults>({})
  useEffect(() => {
    if (startFocused) firstToFill(form.current)?.focus()
  }, [startFocused])
  const hasFaults = Object.keys(faults).length > 0
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])
  useEffect(() => {
    if (round > 0) form.current?.reset()
  }, [round])
  useReturningFocus(form, isSubmitting)

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = checkFields(schema, Object.fromEntries(new FormData(event.currentTarget)))
    setFaults(checked.ok ? {} : checked.faults)
    if (checked.ok) onSubmit(checked.values)
  }

  return (
    <form ref={form} noValidate onSubmit={check} aria-busy={isSubmitting}>
      <fieldset disabled={isSubmitting} className={styles.fields}>
        {children(faults)}
        {!hasFaults && message}
        <Button type="submit" variant={danger ? 'danger' : 'primary'}>
          {isSubmitting ? submitting : submit}
        </Button>
        {after && <div className={styles.after}>{after}</div>}
      </fieldset>
    </form>
  )
}

/** Checks a form against its schema: the parsed values, or the first fault of each field. */
export function checkFields<S extends Fields>(schema: S, values: unknown): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, values)
  if (result.success) return { ok: true, values: result.output }
  const faults: FieldFaults = {}
  for (const issue of result.issues) faults[v.getDotPath(issue) ?? ''] ??= issue.message
  return { ok: false, faults }
}

/** The first field that is still empty, or else the first. */
function firstToFill(form: HTMLFormElement | null): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([hidden]), select') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0]
}
