import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { Password } from '#shared/entities/fields.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { AccountOfPassword, PasswordField } from '#web/ui/password-field.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { invitedPasswordFault } from './auth-texts.ts'

const OwnPassword = v.object({ password: Password })

type InvitedPasswordFormProps = {
  email: string
  /** Goes on with the sign-in under the new password. */
  answer: (password: string) => Promise<SignInOutcome>
  onAnswered: (outcome: SignInOutcome) => void
  onBack: () => void
}

/** The first sign-in of somebody who was invited: a password of one's own takes the place of the temporary one. */
export function InvitedPasswordForm({ email, answer, onAnswered, onBack }: InvitedPasswordFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ password }: v.InferOutput<typeof OwnPassword>) => answer(password),
    onSuccess: onAnswered,
  })
  return (
    <CheckedForm
      schema={OwnPassword}
      submit="Enregistrer et se connecter"
      submitting="Enregistrement en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={invitedPasswordFault(error)} />}
      onSubmit={mutate}
      startFocused
      after={
        <Button variant="link" onClick={onBack}>
          Retour à la connexion
        </Button>
      }
    >
      {(faults) => (
        <>
          <p>Le mot de passe reçu par e-mail ne sert qu'une fois. Le nouveau le remplace.</p>
          <AccountOfPassword email={email} />
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
