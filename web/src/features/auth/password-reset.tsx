import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { Email, Password } from '#shared/contract/fields.ts'
import { validationMessages } from '#shared/messages/validation.ts'
import { confirmPasswordReset, requestPasswordReset } from '#web/lib/auth/session-actions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { PASSWORD_HINT, passwordResetFault } from './auth-texts.ts'

const Address = v.object({ email: Email })
const NewPassword = v.object({
  code: v.pipe(v.string(), v.trim(), v.nonEmpty(validationMessages.required)),
  password: Password,
})

type Step = { name: 'address' } | { name: 'code'; email: string } | { name: 'done' }

/** A new password by e-mail (decision D9): address, then code and password, then back to the sign-in. */
export function PasswordReset({ onBack }: { onBack: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'address' })
  const back = (
    <Button variant="link" onClick={onBack}>
      Retour à la connexion
    </Button>
  )
  switch (step.name) {
    case 'address':
      return <AddressForm after={back} onSent={(email) => setStep({ name: 'code', email })} />
    case 'code':
      return <NewPasswordForm email={step.email} after={back} onDone={() => setStep({ name: 'done' })} />
    case 'done':
      return (
        <Stack>
          <Alert kind="success">
            <p>Votre mot de passe a été modifié. Vous pouvez vous connecter.</p>
          </Alert>
          {back}
        </Stack>
      )
  }
}

type AddressFormProps = { after: ReactNode; onSent: (email: string) => void }

function AddressForm({ after, onSent }: AddressFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ email }: { email: string }) => requestPasswordReset(email),
    onSuccess: (_, { email }) => onSent(email),
  })
  return (
    <CheckedForm
      schema={Address}
      submit="Recevoir un code"
      submitting="Envoi en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={passwordResetFault(error)} />}
      onSubmit={mutate}
      startFocused
      after={after}
    >
      {(faults) => (
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          hint="Nous vous enverrons un code par e-mail."
          error={faults.email}
        />
      )}
    </CheckedForm>
  )
}

type NewPasswordFormProps = { email: string; after: ReactNode; onDone: () => void }

function NewPasswordForm({ email, after, onDone }: NewPasswordFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (entered: v.InferOutput<typeof NewPassword>) => confirmPasswordReset({ email, ...entered }),
    onSuccess: onDone,
  })
  return (
    <CheckedForm
      schema={NewPassword}
      submit="Changer le mot de passe"
      submitting="Modification en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={passwordResetFault(error)} />}
      onSubmit={mutate}
      startFocused
      after={after}
    >
      {(faults) => (
        <>
          <Alert kind="info">
            <p>Si un compte existe pour {email}, un code vient de lui être envoyé.</p>
          </Alert>
          <TextField
            label="Code reçu par e-mail"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={faults.code}
          />
          <TextField
            label="Nouveau mot de passe"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={faults.password}
          />
        </>
      )}
    </CheckedForm>
  )
}
