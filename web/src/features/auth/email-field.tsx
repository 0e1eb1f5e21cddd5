import { TextField } from '#web/ui/field.tsx'

type EmailFieldProps = {
  hint?: string | undefined
  error?: string | undefined
  defaultValue?: string | undefined
}

/** The address of an account: the name under which password managers keep its password. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}

/** What stands in the e-mail field of a button's form, to carry it over to the form that takes its place. */
export function emailBeside(button: HTMLButtonElement): string {
  const field = button.form?.elements.namedItem('email')
  return field instanceof HTMLInputElement ? field.value : ''
}
