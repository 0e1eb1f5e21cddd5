import { type ReactNode, useReducer } from 'react'
import * as v from 'valibot'
import { Password } from '#shared/entities/fields.ts'
import type { EmailAndPassword } from '#web/lib/auth/cognito-forms.ts'
import { signIn } from '#web/lib/auth/form-actions.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button } from '#web/ui/button.tsx'
import {
  AccountOfPassword,
  CheckedForm,
  CodeField,
  PasswordField,
  SecondFactorCode,
} from '#web/ui/checked-form.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { type AuthNotice, codeFault, invitedPasswordFault } from './auth-texts.ts'
import { CredentialsForm, typedEmail } from './credentials-form.tsx'
import { BackButton, PasswordReset } from './password-reset.tsx'

export function useSignInFlow() {
  return useReducer(nextSignInStep, firstSignInStep)
}

export const stepTitles: Record<SignInStep['name'], string> = {
  signIn: 'Connexion',
  signUp: 'Inscription',
  code: 'Connexion',
  newPassword: 'Choisissez un nouveau mot de passe',
  passwordReset: 'Mot de passe oublié',
}

type SignInFormsProps = {
  step: Exclude<SignInStep, { name: 'signUp' }>
  onEvent: (event: SignInEvent) => void
  /** Focuses the first form too, not only those of later steps. */
  startFocused?: boolean
  children: ReactNode
}

export function SignInForms({ step, onEvent, startFocused = false, children }: SignInFormsProps) {
  const back = (email: string) => onEvent({ type: 'signInChosen', start: { values: { email } } })
  switch (step.name) {
    case 'signIn':
      return (
        <CredentialsForm
          mode="signIn"
          request={signIn}
          notice={step.start?.notice}
          initialValues={step.start?.values}
          startFocused={startFocused || step.start !== null}
          onSuccess={(outcome, { email }) => onEvent({ type: 'answered', email, outcome })}
        >
          <Button
            variant="link"
            onClick={({ currentTarget }) =>
              onEvent({ type: 'passwordForgotten', email: typedEmail(currentTarget) })
            }
          >
            Mot de passe oublié&nbsp;?
          </Button>
          {children}
        </CredentialsForm>
      )
    case 'code':
      return <CodeForm answer={step.answer} onBack={() => back(step.email)} />
    case 'newPassword':
      return (
        <InvitedPasswordForm
          email={step.email}
          answer={step.answer}
          onAnswered={(outcome) => onEvent({ type: 'answered', email: step.email, outcome })}
          onBack={() => back(step.email)}
        />
      )
    case 'passwordReset':
      return (
        <PasswordReset
          email={step.email}
          isRequired={step.isRequired}
          onDone={(email) => onEvent({ type: 'signInChosen', start: startWithNewPassword(email) })}
          onBack={back}
        />
      )
  }
}

const Code = v.object({ code: SecondFactorCode })

function CodeForm({ answer, onBack }: { answer: (code: string) => Promise<void>; onBack: () => void }) {
  const { submit, isPending, error } = useSubmission(({ code }: v.InferOutput<typeof Code>) => answer(code))
  return (
    <CheckedForm
      schema={Code}
      submit="Valider"
      submitting="Validation en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={codeFault(error)} />}
      onSubmit={submit}
      startFocused
      after={<BackButton onClick={onBack} />}
    >
      <CodeField />
    </CheckedForm>
  )
}

const NewPassword = v.object({ password: Password })

type InvitedPasswordFormProps = {
  email: string
  answer: (password: string) => Promise<SignInOutcome>
  onAnswered: (outcome: SignInOutcome) => void
  onBack: () => void
}

/** The first sign-in of an invited user: their own password replaces the temporary one. */
function InvitedPasswordForm({ email, answer, onAnswered, onBack }: InvitedPasswordFormProps) {
  const { submit, isPending, error } = useSubmission(
    ({ password }: v.InferOutput<typeof NewPassword>) => answer(password),
    { onSuccess: onAnswered },
  )
  return (
    <CheckedForm
      schema={NewPassword}
      submit="Enregistrer et se connecter"
      submitting="Enregistrement en cours..."
      isSubmitting={isPending}
      message={error && <AuthFaultBox fault={invitedPasswordFault(error)} />}
      onSubmit={submit}
      startFocused
      after={<BackButton onClick={onBack} />}
    >
      <p>Le mot de passe reçu par e-mail ne sert qu'une fois. Le nouveau le remplace.</p>
      <AccountOfPassword email={email} />
      <PasswordField label="Nouveau mot de passe" name="password" autoComplete="new-password" required />
    </CheckedForm>
  )
}

type SignInStart = { values?: Partial<EmailAndPassword>; notice?: AuthNotice }

type OutcomeWith<Kind> = Extract<SignInOutcome, { kind: Kind }>

export type SignInStep =
  | { name: 'signIn'; start: SignInStart | null }
  | { name: 'signUp' }
  | { name: 'code'; email: string; answer: OutcomeWith<'codeNeeded'>['answer'] }
  /** Replaces the temporary password of an invitation. */
  | { name: 'newPassword'; email: string; answer: OutcomeWith<'newPasswordNeeded'>['answer'] }
  /** `isRequired`: an operator has reset the password. */
  | { name: 'passwordReset'; email: string; isRequired: boolean }

type Answered = { type: 'answered'; email: string; outcome: SignInOutcome }

export type SignInEvent =
  | Answered
  | { type: 'passwordForgotten'; email: string }
  | { type: 'signUpChosen' }
  | { type: 'signInChosen'; start: SignInStart }

export const firstSignInStep: SignInStep = { name: 'signIn', start: null }

/** Returns the next step; an event that cannot happen in a step changes nothing. */
export function nextSignInStep(step: SignInStep, event: SignInEvent): SignInStep {
  if (event.type === 'signInChosen') return { name: 'signIn', start: event.start }
  if (event.type === 'answered')
    return step.name === 'signIn' || step.name === 'newPassword' ? afterPassword(step, event) : step
  if (step.name !== 'signIn') return step
  if (event.type === 'signUpChosen') return { name: 'signUp' }
  return { name: 'passwordReset', email: event.email, isRequired: false }
}

const PASSWORD_CHOSEN = 'Votre mot de passe a été modifié. Vous pouvez vous connecter.'

export function startWithNewPassword(email: string): SignInStart {
  return { values: { email }, notice: { kind: 'success', text: PASSWORD_CHOSEN } }
}

function afterPassword(step: SignInStep, { email, outcome }: Answered): SignInStep {
  switch (outcome.kind) {
    case 'signedIn':
      return step
    case 'codeNeeded':
      return { name: 'code', email, answer: outcome.answer }
    case 'newPasswordNeeded':
      return { name: 'newPassword', email, answer: outcome.answer }
    case 'resetNeeded':
      return { name: 'passwordReset', email, isRequired: true }
    case 'passwordChosen':
      return { name: 'signIn', start: startWithNewPassword(email) }
  }
}
