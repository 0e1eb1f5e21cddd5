import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import * as v from 'valibot'
import { plainDigits } from '#shared/entities/plain-digits.ts'
import { PASSWORD_HINT } from '#web/lib/auth/identity-failure.ts'
import { IconButton } from './button.tsx'
import styles from './credential-fields.module.css'
import { Field, TextField, useFault } from './field.tsx'

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
