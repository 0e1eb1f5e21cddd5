import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { PASSWORD_HINT } from '#web/lib/credential-texts.ts'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'
import styles from './password-field.module.css'

type PasswordFieldProps = {
  label: string
  name: string
  /** Makes password managers fill in a password, or propose one. */
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
} & Pick<ComponentProps<'input'>, 'defaultValue' | 'required'>

/** A password, with a button that shows it. A new one has a hint, until an error, which says the same, replaces it. */
export function PasswordField({ label, error, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const hint = rest.autoComplete === 'new-password' && !error ? PASSWORD_HINT : undefined
  return (
    <Field label={label} hint={hint} error={error}>
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
