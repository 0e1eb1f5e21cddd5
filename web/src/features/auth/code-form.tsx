import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { CodeField, SecondFactorCode } from '#web/ui/code-field.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { codeFault } from './auth-texts.ts'

const Code = v.object({ code: SecondFactorCode })

type CodeFormProps = {
  /** Ends the sign-in with the code. */
  answer: (code: string) => Promise<void>
  onBack: () => void
}

/** The second step of a sign-in, for whoever has a second factor. Whoever opened the form closes it at the end. */
export function CodeForm({ answer, onBack }: CodeFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ code }: v.InferOutput<typeof Code>) => answer(code),
  })
  return (
    <CheckedForm
      schema={Code}
      submit="Valider"
      submitting="Validation en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={codeFault(error)} />}
      onSubmit={mutate}
      startFocused
      after={
        <Button variant="link" onClick={onBack}>
          Retour à la connexion
        </Button>
      }
    >
      {(faults) => <CodeField error={faults.code} />}
    </CheckedForm>
  )
}
