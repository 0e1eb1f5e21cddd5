import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { PASSWORD_HINT } from '#web/lib/credential-texts.ts'
import { IconButton } from './button.tsx'
import { Field, useFault } from './field.tsx'
import styles from './password-field.module.css'

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
