import type { ReactNode } from 'react'
import * as v from 'valibot'
import { problems } from '#shared/domain/problems.ts'
import { failureText } from '#web/lib/api/failure.ts'
import {
  IdentityFailure,
  type IdentityFailureReason,
  INVALID_CODE,
  passwordFaults,
} from '#web/lib/auth/identity-failure.ts'
import { CancelButton } from '#web/ui/button.tsx'
import { CheckedForm, CodeField, SecondFactorCode } from '#web/ui/checked-form.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './account.module.css'

/** A line of a list of details. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Code = v.object({ code: SecondFactorCode })

export type CodeMutation = {
  mutate: (code: string, options: { onSuccess: () => void }) => void
  isPending: boolean
  error: Error | null
}

type CodeFormProps = {
  submit: string
  submitting: string
  danger?: boolean
  startFocused?: boolean
  mutation: CodeMutation
  onSuccess?: () => void
  onCancel: () => void
}

export function CodeForm({ mutation, onSuccess = () => {}, onCancel, ...rest }: CodeFormProps) {
  return (
    <div className={styles.form}>
      <CheckedForm
        schema={Code}
        {...rest}
        isSubmitting={mutation.isPending}
        onSubmit={({ code }) => mutation.mutate(code, { onSuccess })}
        message={mutation.error && <AccountFault error={mutation.error} />}
        after={<CancelButton variant="link" onClick={onCancel} />}
      >
        <CodeField />
      </CheckedForm>
    </div>
  )
}

const FAILED = 'Une erreur est survenue. Veuillez réessayer.'

const reasons: Partial<Record<IdentityFailureReason, string>> = {
  invalidCredentials: 'Mot de passe actuel incorrect',
  invalidCode: INVALID_CODE,
  ...passwordFaults,
  tooManyAttempts: problems.TOO_MANY_REQUESTS.detail,
}

export function AccountFault({ error }: { error: unknown }) {
  const reason = error instanceof IdentityFailure && (reasons[error.reason] ?? FAILED)
  return <Alert kind="error">{reason || failureText(error, FAILED)}</Alert>
}

/** Shown after a change of password that could not end the other sign-ins. */
export function OthersSignedIn() {
  return (
    <Alert kind="error">
      Votre mot de passe a été modifié, mais les autres appareils n'ont pas pu être déconnectés. Vérifiez
      votre connexion Internet, puis changez-le à nouveau.
    </Alert>
  )
}
