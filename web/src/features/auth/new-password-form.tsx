import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { Password } from '#shared/entities/fields.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import { confirmPasswordReset, requestPasswordReset } from '#web/lib/auth/session-actions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { AccountOfPassword, PasswordField } from '#web/ui/password-field.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { passwordResetFault } from './auth-texts.ts'

const NewPassword = v.object({
  code: v.pipe(v.string(), v.trim(), v.nonEmpty(validationMessages.required)),
  password: Password,
})

type NewPasswordFormProps = { email: string; onDone: () => void; onBack: () => void }

/** The code that was sent and the new password. The code can be sent again without losing what was typed. */
export function NewPasswordForm({ email, onDone, onBack }: NewPasswordFormProps) {
  const confirmation = useMutation({
    mutationFn: (entered: v.InferOutput<typeof NewPassword>) => confirmPasswordReset({ email, ...entered }),
    onSuccess: onDone,
  })
  const resending = useMutation({ mutationFn: () => requestPasswordReset(email) })
  const confirm = (entered: v.InferOutput<typeof NewPassword>) => {
    resending.reset()
    confirmation.mutate(entered)
  }
  const resend = () => {
    confirmation.reset()
    resending.mutate()
  }
  const error = confirmation.error ?? resending.error
  return (
    <CheckedForm
      schema={NewPassword}
      submit="Changer le mot de passe"
      submitting="Modification en cours..."
      isSubmitting={confirmation.isPending}
      message={error && <AuthFaultBox fault={passwordResetFault(error)} />}
      onSubmit={confirm}
      startFocused
      after={
        <>
          <Button variant="link" disabled={resending.isPending} onClick={resend}>
            {resending.isPending ? 'Envoi en cours...' : 'Renvoyer le code'}
          </Button>
          <Button variant="link" onClick={onBack}>
            Retour à la connexion
          </Button>
        </>
      }
    >
      {(faults) => (
        <>
          <Alert kind={resending.isSuccess ? 'success' : 'info'}>
            <p>
              Si un compte existe pour {email}, un {resending.isSuccess ? 'nouveau code' : 'code'} vient de
              lui être envoyé.
            </p>
          </Alert>
          <AccountOfPassword email={email} />
          <TextField
            label="Code reçu par e-mail"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={faults.code}
          />
          <PasswordField
            label="Nouveau mot de passe"
            name="password"
            autoComplete="new-password"
            required
            error={faults.password}
          />
        </>
      )}
    </CheckedForm>
  )
}
