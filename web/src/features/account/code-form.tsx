import * as v from 'valibot'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm, CodeField, SecondFactorCode } from '#web/ui/checked-form.tsx'
import styles from './account.module.css'
import { AccountFault } from './account-fault.tsx'

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

/** Confirms a change of the account with a code of the authenticator app. */
export function CodeForm({ mutation, onSuccess = () => {}, onCancel, ...rest }: CodeFormProps) {
  return (
    <div className={styles.form}>
      <CheckedForm
        schema={Code}
        {...rest}
        isSubmitting={mutation.isPending}
        onSubmit={({ code }) => mutation.mutate(code, { onSuccess })}
        message={mutation.error && <AccountFault error={mutation.error} />}
        after={
          <Button variant="link" onClick={onCancel}>
            Annuler
          </Button>
        }
      >
        <CodeField />
      </CheckedForm>
    </div>
  )
}
