import { useState } from 'react'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetAddressForm } from './reset-address-form.tsx'
import { type SignInStart, withNewPassword } from './sign-in-step.ts'

/** Asked for: a code is on its way to this address. */
type Step = { name: 'address' } | { name: 'code'; email: string }

type PasswordResetProps = {
  /** What stood in the sign-in form. */
  email: string
  /** There is no old password any more. */
  isRequired: boolean
  onSignIn: (start: SignInStart) => void
}

/** A new password by e-mail (decision D9): address, then code and password, then back to the sign-in with the address. */
export function PasswordReset({ email, isRequired, onSignIn }: PasswordResetProps) {
  const [step, setStep] = useState<Step>({ name: 'address' })
  const onBack = (typed: string) => onSignIn({ values: { email: typed } })
  if (step.name === 'address')
    return (
      <ResetAddressForm
        email={email}
        isRequired={isRequired}
        onSent={(address) => setStep({ name: 'code', email: address })}
        onBack={onBack}
      />
    )
  return (
    <NewPasswordForm
      email={step.email}
      onDone={() => onSignIn(withNewPassword(step.email))}
      onBack={() => onBack(step.email)}
    />
  )
}
