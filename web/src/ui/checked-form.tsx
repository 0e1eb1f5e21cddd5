import { Eye, EyeOff } from 'lucide-react'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import * as v from 'valibot'
import { plainDigits } from '#shared/entities/plain-digits.ts'
import type { ApiFailure } from '#web/lib/api/failure.ts'
import { PASSWORD_HINT } from '#web/lib/auth/identity-failure.ts'
import { listen } from '#web/lib/listen.ts'
import { Button, IconButton } from './button.tsx'
import styles from './checked-form.module.css'
import { useReturningFocus } from './disclosure.ts'
import { Field, type FieldFaults, FormFaults, TextField, useFault } from './field.tsx'

type Checked<Output> = { ok: true; values: Output } | { ok: false; faults: FieldFaults }

export type Fields = v.GenericSchema<Record<string, unknown>, unknown>

export type CheckedFormProps<S extends Fields> = {
  /** Receives the form, for a page that submits it by itself. */
  ref?: RefObject<HTMLFormElement | null>
  schema: S
  submit: string
  submitting: string
  /** True for an action that cannot be undone. */
  danger?: boolean
  isSubmitting: boolean
  /** The refusal of what was submitted: its sentences about fields stand beside them until something is changed. */
  refusal?: Error | null
  /** @param intent the `value` of the button that was pressed; empty for the form's own */
  onSubmit: (values: v.InferOutput<S>, intent: string) => void
  /** Focuses the first empty field, for a form that replaces the control that was just used. */
  startFocused?: boolean
  /** Each change of it resets the fields: a form that stays after a success counts its successes here. */
  round?: number
  /** The outcome, beside the button, where a phone shows it too; hidden while a field is invalid. */
  message?: ReactNode
  children: ReactNode
  after?: ReactNode
}

/**
 * A form that is validated against a schema before it is submitted. The first invalid field takes the focus, and an error
 * goes once its field is valid. While submitting, the form is disabled; the focus returns afterwards.
 */
export function CheckedForm<S extends Fields>({
  ref,
  schema,
  submit,
  submitting,
  danger = false,
  isSubmitting,
  refusal = null,
  onSubmit,
  startFocused = false,
  round = 0,
  message,
  children,
  after,
}: CheckedFormProps<S>) {
  const ownRef = useRef<HTMLFormElement>(null)
  const form = ref ?? ownRef
  const [faults, setFaults] = useState<FieldFaults>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (startFocused) firstToFill(form.current)?.focus()
  }, [startFocused, form])
  const refused = (refusal as ApiFailure | null)?.problem?.errors
  const [seen, setSeen] = useState(refused)
  if (refused !== seen) {
    setSeen(refused)
    setFaults(Object.fromEntries(refused?.map((fault) => [fault.path, fault.message]) ?? []))
    setRefusals(refusals + 1)
  }
  const hasFaults = Object.keys(faults).length > 0
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals, form])
  useEffect(() => {
    if (round > 0) form.current?.reset()
  }, [round, form])
  useReturningFocus(form, isSubmitting)

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = checkFields(schema, readForm(event.currentTarget))
    setFaults(checked.ok ? {} : checked.faults)
    if (!checked.ok) return setRefusals(refusals + 1)
    const { submitter } = event.nativeEvent as SubmitEvent
    onSubmit(checked.values, submitter?.getAttribute('value') ?? '')
  }
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    if (!hasFaults) return
    const checked = checkFields(schema, readForm(event.currentTarget))
    const left = checked.ok ? {} : checked.faults
    setFaults(
      Object.fromEntries(Object.keys(faults).flatMap((name) => (left[name] ? [[name, left[name]]] : []))),
    )
  }

  return (
    // Without its script the form is sent nowhere: by default a browser would put a password into the address.
    <form ref={form} method="dialog" noValidate onSubmit={check} onInput={recheck} aria-busy={isSubmitting}>
      <fieldset disabled={isSubmitting} className={styles.fields}>
        <FormFaults value={faults}>{children}</FormFaults>
        {!hasFaults && !refused && message}
        <Button type="submit" variant={danger ? 'danger' : 'primary'}>
          {isSubmitting ? submitting : submit}
        </Button>
        {after && <div className={styles.after}>{after}</div>}
      </fieldset>
    </form>
  )
}

/** A date that a browser cannot read, such as the 31st of June, becomes one that no schema takes for a date. */
function readForm(form: HTMLFormElement): Record<string, FormDataEntryValue> {
  const values = Object.fromEntries(new FormData(form))
  for (const { name, validity } of form.querySelectorAll('input')) if (validity.badInput) values[name] = '?'
  return values
}

/** Validates a form. @returns the parsed values, or the first error of each field */
export function checkFields<S extends Fields>(schema: S, values: unknown): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, values)
  if (result.success) return { ok: true, values: result.output }
  const faults: FieldFaults = {}
  for (const issue of result.issues) faults[v.getDotPath(issue) ?? ''] ??= issue.message
  return { ok: false, faults }
}

/** Returns the first empty field, or else the last, which is beside the button. */
function firstToFill(form: HTMLFormElement | null): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([hidden]), select') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields.at(-1)
}

export function useWarningBeforeLeaving(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined
    return listen(window, 'beforeunload', (event) => event.preventDefault())
  }, [isTyped])
}

type PasswordFieldProps = {
  label: string
  name: string
  /** Makes password managers fill in a password, or propose one. */
  autoComplete: 'current-password' | 'new-password'
} & Pick<ComponentProps<'input'>, 'defaultValue' | 'required'>

/** A password, with a button that shows it. A new one has a hint, until an error, which says the same, replaces it. */
export function PasswordField({ label, name, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const fault = useFault(name)
  const hint = rest.autoComplete === 'new-password' && !fault ? PASSWORD_HINT : undefined
  return (
    <Field label={label} name={name} hint={hint}>
      {(props) => (
        <span className={styles.secret}>
          <input
            {...rest}
            {...props}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <IconButton label="Afficher la saisie" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        </span>
      )}
    </Field>
  )
}

/** The account of a form's new password, hidden, for password managers. */
export function AccountOfPassword({ email }: { email: string }) {
  return <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
}

/** The code of an authenticator app, which may be typed with the space between its halves. */
export const SecondFactorCode = v.pipe(
  v.string(),
  v.transform((typed) => plainDigits(typed).replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Saisissez les 6 chiffres du code'),
)

/** A field for that code, which phones and password managers can fill in. */
export function CodeField() {
  return (
    <TextField
      label="Code de validation"
      name="code"
      hint="Les 6 chiffres que montre votre application d'authentification."
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
