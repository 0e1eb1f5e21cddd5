import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { Password } from '#shared/entities/fields.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import type { PasswordChange } from '#web/lib/auth/account-changes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { AccountOfPassword, PasswordField } from '#web/ui/password-field.tsx'
import styles from './account.module.css'
import { AccountFault, OthersSignedIn } from './account-fault.tsx'

const Passwords = v.object({
  current: v.pipe(v.string(), v.nonEmpty(validationMessages.required)),
  next: Password,
})

type PasswordMutation = UseMutationResult<PasswordChange, Error, v.InferOutput<typeof Passwords>>

/** Sets a new password, against the current one. */
export function ChangePassword({ email, mutation }: { email: string; mutation: PasswordMutation }) {
  /** Each change of the round empties the form. */
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
          isSubmitting={mutation.isPending}
          onSubmit={(passwords) => mutation.mutate(passwords, { onSuccess })}
          message={<Outcome mutation={mutation} />}
        >
          <AccountOfPassword email={email} />
          <PasswordField
            label="Mot de passe actuel"
            name="current"
            autoComplete="current-password"
            required
          />
          <PasswordField label="Nouveau mot de passe" name="next" autoComplete="new-password" required />
        </CheckedForm>
      </div>
    </Card>
  )
}

function Outcome({ mutation: { error, data } }: { mutation: PasswordMutation }) {
  if (error) return <AccountFault error={error} />
  if (data === 'othersSignedIn') return <OthersSignedIn />
  return data === undefined ? null : <Alert kind="success">Votre mot de passe a été modifié.</Alert>
}
