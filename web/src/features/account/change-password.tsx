import { useState } from 'react'
import * as v from 'valibot'
import { Password } from '#shared/entities/fields.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import type { PasswordChange } from '#web/lib/auth/account-changes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { AccountOfPassword, PasswordField } from '#web/ui/password-field.tsx'
import { accountFault, OTHERS_SIGNED_IN } from './account-texts.ts'
import styles from './narrow-form.module.css'

const Passwords = v.object({
  current: v.pipe(v.string(), v.nonEmpty(validationMessages.required)),
  next: Password,
})
type Passwords = v.InferOutput<typeof Passwords>

/** A change of password under way or over. */
export type PasswordChanging = {
  mutate: (passwords: Passwords, options: { onSuccess: () => void }) => void
  data: PasswordChange | undefined
  isPending: boolean
  error: Error | null
}

/** A new password for whoever knows the one there is. */
export function ChangePassword({ email, changing }: { email: string; changing: PasswordChanging }) {
  /** Counts the changes, each of which empties the form: what was typed holds no more. */
  const [round, setRound] = useState(0)
  const onSuccess = () => setRound((count) => count + 1)
  return (
    <Card>
      <h2>Changer le mot de passe</h2>
      <div className={styles.form}>
        <CheckedForm
          schema={Passwords}
          round={round}
          submit="Changer le mot de passe"
          submitting="Modification en cours..."
          isSubmitting={changing.isPending}
          onSubmit={(passwords) => changing.mutate(passwords, { onSuccess })}
          message={<Outcome of={changing} />}
        >
          {(faults) => (
            <>
              <AccountOfPassword email={email} />
              <PasswordField
                label="Mot de passe actuel"
                name="current"
                autoComplete="current-password"
                required
                error={faults.current}
              />
              <PasswordField
                label="Nouveau mot de passe"
                name="next"
                autoComplete="new-password"
                required
                error={faults.next}
              />
            </>
          )}
        </CheckedForm>
      </div>
    </Card>
  )
}

function Outcome({ of: { error, data } }: { of: PasswordChanging }) {
  if (error || data === 'othersSignedIn')
    return (
      <Alert kind="error">
        <p>{error ? accountFault(error) : OTHERS_SIGNED_IN}</p>
      </Alert>
    )
  return data === undefined ? null : (
    <Alert kind="success">
      <p>Votre mot de passe a été modifié.</p>
    </Alert>
  )
}
