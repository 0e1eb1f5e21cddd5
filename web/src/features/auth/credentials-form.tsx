import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Email, Password } from '#shared/contract/fields.ts'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { type AuthFault, PASSWORD_HINT } from './auth-texts.ts'

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
  fault: AuthFault | null
  onSubmit: (credentials: Credentials) => void
  startFocused?: boolean
  /** Links below the button. */
  children: ReactNode
}

/** E-mail and password; used by the pages and by the dialog. */
export function CredentialsForm({ mode, fault, children, ...form }: CredentialsFormProps) {
  return (
    <CheckedForm
      schema={Credentials}
      {...texts[mode]}
      {...form}
      message={fault && <AuthFaultBox fault={fault} />}
      after={children}
    >
      {(faults) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            error={faults.email}
          />
          <TextField
            label="Mot de passe"
            name="password"
            type="password"
            autoComplete={mode === 'signUp' ? 'new-password' : 'current-password'}
            required
            hint={mode === 'signUp' ? PASSWORD_HINT : undefined}
            error={faults.password}
          />
        </>
      )}
    </CheckedForm>
  )
}
