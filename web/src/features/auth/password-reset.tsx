import { type MouseEventHandler, useState } from 'react'
import * as v from 'valibot'
import { Email, Password, validationMessages } from '#shared/entities/fields.ts'
import { plainDigits } from '#shared/entities/plain-digits.ts'
import { confirmPasswordReset, requestPasswordReset } from '#web/lib/auth/form-actions.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountOfPassword, CheckedForm, PasswordField } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { passwordResetFault } from './auth-texts.ts'
import { EmailField, typedEmail } from './credentials-form.tsx'

type PasswordResetProps = {
  email: string
  /** True when an operator has reset the password. */
  isRequired: boolean
  /** Called with the address for which a new password was chosen. */
  onDone: (email: string) => void
  onBack: (email: string) => void
}

export function PasswordReset({ email, isRequired, onDone, onBack }: PasswordResetProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null)
    return <AddressForm email={email} isRequired={isRequired} onSent={setSentTo} onBack={onBack} />
  return <NewPasswordForm email={sentTo} onDone={() => onDone(sentTo)} onBack={() => onBack(sentTo)} />
}

const Address = v.object({ email: Email })

type AddressFormProps = Omit<PasswordResetProps, 'onDone'> & { onSent: (email: string) => void }

/** Requests the code; the answer does not reveal whether the address has an account. */
function AddressForm({ email, isRequired, onSent, onBack }: AddressFormProps) {
  const { submit, isPending, error } = useSubmission(
    (entered: v.InferOutput<typeof Address>) => requestPasswordReset(entered.email),
    { onSuccess: (_, entered) => onSent(entered.email) },
  )
  return (
    <CheckedForm
      schema={Address}
      submit="Recevoir un code"
      submitting="Envoi en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={passwordResetFault(error)} />}
      onSubmit={submit}
      startFocused
      after={<BackButton onClick={({ currentTarget }) => onBack(typedEmail(currentTarget))} />}
    >
      {isRequired && (
        <Alert kind="info">
          Votre mot de passe a été réinitialisé. Recevez un code pour en choisir un nouveau.
        </Alert>
      )}
      <EmailField defaultValue={email} hint="Nous vous enverrons un code par e-mail." />
    </CheckedForm>
  )
}

export function BackButton({ onClick }: { onClick: MouseEventHandler<HTMLButtonElement> }) {
  return (
    <Button variant="link" onClick={onClick}>
      Retour à la connexion
    </Button>
  )
}

const NewPassword = v.object({
  code: v.pipe(v.string(), v.trim(), v.transform(plainDigits), v.nonEmpty(validationMessages.required)),
  password: Password,
})

type NewPasswordFormProps = { email: string; onDone: () => void; onBack: () => void }

/** Takes the code and the new password. Requesting another code clears no typed text. */
function NewPasswordForm({ email, onDone, onBack }: NewPasswordFormProps) {
  const confirmation = useSubmission(
    (entered: v.InferOutput<typeof NewPassword>) => confirmPasswordReset({ email, ...entered }),
    { onSuccess: onDone },
  )
  const resending = useSubmission(() => requestPasswordReset(email))
  const confirm = (entered: v.InferOutput<typeof NewPassword>) => {
    resending.reset()
    confirmation.submit(entered)
  }
  const resend = () => {
    confirmation.reset()
    resending.submit(undefined)
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
          <BackButton onClick={onBack} />
        </>
      }
    >
      <Alert kind={resending.isDone ? 'success' : 'info'}>
        <p>
          {`Si un compte existe pour ${email}, un ${resending.isDone ? 'nouveau code' : 'code'} vient de lui être envoyé.`}
        </p>
      </Alert>
      <AccountOfPassword email={email} />
      <TextField
        label="Code reçu par e-mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <PasswordField label="Nouveau mot de passe" name="password" autoComplete="new-password" required />
    </CheckedForm>
  )
}
