import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Email, Password } from '#shared/entities/fields.ts'
import { Alert } from '#web/ui/alert.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import type { AuthNotice } from './auth-texts.ts'
import { EmailField } from './email-field.tsx'

const Credentials = v.object({ email: Email, password: Password })
export type Credentials = v.InferOutput<typeof Credentials>

export type CredentialsMode = 'signIn' | 'signUp'

const texts = {
  signIn: { submit: 'Se connecter', submitting: 'Connexion en cours...' },
  signUp: { submit: 'Créer compte', submitting: 'Inscription en cours...' },
} as const

type CredentialsFormProps = {
  mode: CredentialsMode
  isSubmitting: boolean
  notice: AuthNotice | null
  onSubmit: (credentials: Credentials) => void
  /** What the fields begin with. */
  start?: Partial<Credentials> | undefined
  startFocused?: boolean
  /** Links below the button. */
  children: ReactNode
}

/** E-mail and password; used by the pages and by the dialog. */
export function CredentialsForm({ mode, notice, start, children, ...form }: CredentialsFormProps) {
  return (
    <CheckedForm
      schema={Credentials}
      {...texts[mode]}
      {...form}
      message={notice && <NoticeBox notice={notice} />}
      after={children}
    >
      {(faults) => (
        <>
          <EmailField defaultValue={start?.email} error={faults.email} />
          <PasswordField
            label="Mot de passe"
            name="password"
            autoComplete={mode === 'signUp' ? 'new-password' : 'current-password'}
            required
            defaultValue={start?.password}
            error={faults.password}
          />
        </>
      )}
    </CheckedForm>
  )
}

function NoticeBox({ notice }: { notice: AuthNotice }) {
  if (notice.kind !== 'success') return <AuthFaultBox fault={notice} />
  return (
    <Alert kind="success">
      <p>{notice.text}</p>
    </Alert>
  )
}
