import * as v from 'valibot'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { CodeField, SecondFactorCode } from '#web/ui/code-field.tsx'
import { accountFault } from './account-texts.ts'
import styles from './narrow-form.module.css'

const Code = v.object({ code: SecondFactorCode })

/** What a code is wanted for, under way or over. */
export type CodeChanging = {
  mutate: (code: string, options: { onSuccess: () => void }) => void
  isPending: boolean
  error: Error | null
}

type CodeFormProps = {
  submit: string
  submitting: string
  danger?: boolean
  startFocused?: boolean
  changing: CodeChanging
  onSuccess?: () => void
  onCancel: () => void
}

/** A code of the app, for a change of the second factor. */
export function CodeForm({ changing, onSuccess = () => {}, onCancel, ...texts }: CodeFormProps) {
  return (
    <div className={styles.form}>
      <CheckedForm
        schema={Code}
        {...texts}
        isSubmitting={changing.isPending}
        onSubmit={({ code }) => changing.mutate(code, { onSuccess })}
        message={
          changing.error && (
            <Alert kind="error">
              <p>{accountFault(changing.error)}</p>
            </Alert>
          )
        }
        after={
          <Button variant="link" onClick={onCancel}>
            Annuler
          </Button>
        }
      >
        {(faults) => <CodeField error={faults.code} />}
      </CheckedForm>
    </div>
  )
}
