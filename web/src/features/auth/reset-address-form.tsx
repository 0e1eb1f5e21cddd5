import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { Email } from '#shared/entities/fields.ts'
import { requestPasswordReset } from '#web/lib/auth/session-actions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { passwordResetFault } from './auth-texts.ts'
import { EmailField, emailBeside } from './email-field.tsx'

const Address = v.object({ email: Email })

type ResetAddressFormProps = {
  email: string
  isRequired: boolean
  onSent: (email: string) => void
  onBack: (email: string) => void
}

/** Where to send the code. What comes of it is the same whether the address has an account or not. */
export function ResetAddressForm({ email, isRequired, onSent, onBack }: ResetAddressFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (entered: v.InferOutput<typeof Address>) => requestPasswordReset(entered.email),
    onSuccess: (_, entered) => onSent(entered.email),
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
      after={
        <Button variant="link" onClick={({ currentTarget }) => onBack(emailBeside(currentTarget))}>
          Retour à la connexion
        </Button>
      }
    >
      {(faults) => (
        <>
          {isRequired && (
            <Alert kind="info">
              <p>Votre mot de passe a été réinitialisé. Recevez un code pour en choisir un nouveau.</p>
            </Alert>
          )}
          <EmailField
            defaultValue={email}
            hint="Nous vous enverrons un code par e-mail."
            error={faults.email}
          />
        </>
      )}
    </CheckedForm>
  )
}
