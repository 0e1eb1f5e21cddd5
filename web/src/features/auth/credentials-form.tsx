import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as v from 'valibot'
import { Email, NewEmail, Password } from '#shared/entities/fields.ts'
import type { EmailAndPassword } from '#web/lib/auth/cognito-forms.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm, checkFields, PasswordField } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import { type AuthFault, type AuthNotice, signInFault, signUpFault } from './auth-texts.ts'
import { meantAddress } from './mistyped-domain.ts'
import { useReturnPath } from './visitors-only.tsx'

const modes = {
  signIn: {
    schema: v.object({ email: Email, password: Password }),
    toFault: signInFault,
    texts: { submit: 'Se connecter', submitting: 'Connexion en cours...' },
    autoComplete: 'current-password',
  },
  signUp: {
    schema: v.object({ email: NewEmail, password: Password }),
    toFault: signUpFault,
    texts: { submit: 'Créer compte', submitting: 'Inscription en cours...' },
    autoComplete: 'new-password',
  },
} as const

type CredentialsFormProps = {
  mode: keyof typeof modes
  request: (account: EmailAndPassword) => Promise<SignInOutcome>
  submitting?: string | undefined
  /** Shown until the form is submitted. */
  notice?: AuthNotice | undefined
  initialValues?: Partial<EmailAndPassword> | undefined
  startFocused?: boolean
  onSuccess?: (outcome: SignInOutcome, entered: EmailAndPassword) => void
  onFault?: (fault: AuthFault, entered: EmailAndPassword) => void
  children: ReactNode
}

export function CredentialsForm(props: CredentialsFormProps) {
  const { mode, request, submitting, notice, initialValues, startFocused = false, children } = props
  const { onSuccess, onFault } = props
  const { schema, toFault, texts, autoComplete } = modes[mode]
  const [wrongCount, setWrongCount] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const refused = useRef<EmailAndPassword>(null)
  const [attempt, setAttempt] = useState({ number: 0, isOwn: false })
  const { submit, isIdle, isPending, error } = useSubmission(request, {
    onSuccess: (outcome, entered) => onSuccess?.(outcome, entered),
    onError: (cause, entered) => {
      const fault = toFault(cause)
      if (fault.kind === 'wrongCredentials') setWrongCount((before) => before + 1)
      refused.current = entered
      onFault?.(fault, entered)
    },
  })
  const send = (account: EmailAndPassword, isOwn: boolean) => {
    setAttempt(({ number }) => ({ number: number + 1, isOwn }))
    submit(account)
  }
  /** Returns what was refused, unless the fields have changed since. */
  const unchanged = () => {
    if (!form.current || !refused.current) return null
    const typed = checkFields(schema, Object.fromEntries(new FormData(form.current)))
    const { email, password } = refused.current
    return typed.ok && typed.values.email === email && typed.values.password === password
      ? typed.values
      : null
  }
  const sendAgain = () => {
    const account = unchanged()
    if (account) send(account, true)
  }
  const isAsking = useRef(false)
  /** Tries quietly whether the session is free; until then the countdown goes on, and its end tells any other reason. */
  const ask = async () => {
    const account = unchanged()
    if (!account || isAsking.current) return
    isAsking.current = true
    try {
      onSuccess?.(await request(account), account)
    } catch {
      isAsking.current = false
    }
  }
  const shown = isIdle ? notice : error && toFault(error)
  return (
    <CheckedForm
      ref={form}
      schema={schema}
      {...texts}
      {...(submitting !== undefined && { submitting })}
      isSubmitting={isPending}
      onSubmit={(account) => send(account, false)}
      startFocused={startFocused}
      message={
        shown && (
          <NoticeBox
            // A countdown belongs to its refusal.
            key={attempt.number}
            notice={shown}
            isSignIn={mode === 'signIn'}
            isRepeated={attempt.isOwn || wrongCount > 1}
            // The page tries again once; after that, the user decides.
            onWaited={attempt.isOwn ? undefined : sendAgain}
            onAsk={attempt.isOwn || mode === 'signUp' ? undefined : () => void ask()}
          />
        )
      }
      after={children}
    >
      {mode === 'signUp' ? <NewEmailField /> : <EmailField defaultValue={initialValues?.email} />}
      <PasswordField
        label="Mot de passe"
        name="password"
        autoComplete={autoComplete}
        required
        defaultValue={initialValues?.password}
      />
      {mode === 'signUp' && <PrivacyNotice />}
    </CheckedForm>
  )
}

/** Opens in another tab, so that the typed text stays. */
function PrivacyNotice() {
  return (
    <p>
      La page{' '}
      <Link to="/confidentialite" target="_blank">
        Confidentialité
      </Link>{' '}
      dit ce que le site conserve sur vous. Si vous avez moins de 18 ans, créez votre compte avec l'accord de
      vos parents.
    </p>
  )
}

type NoticeBoxProps = Omit<ComponentProps<typeof AuthFaultBox>, 'fault'> & {
  notice: AuthNotice
  isSignIn: boolean
}

function NoticeBox({ notice, isSignIn, ...rest }: NoticeBoxProps) {
  const from = useReturnPath()
  if (notice.kind === 'accountExists')
    return (
      <Alert kind="error">
        <p>{notice.text}</p>
        {/* The dialog has switched to its sign-in by itself. */}
        {!isSignIn && (
          <Link to="/login" state={{ from }}>
            Se connecter
          </Link>
        )}
      </Alert>
    )
  if (notice.kind !== 'success') return <AuthFaultBox fault={notice} {...rest} />
  return <Alert kind="success">{notice.text}</Alert>
}

/** It warns when the domain looks mistyped, since codes for a lost password go there. */
function NewEmailField() {
  const [meant, setMeant] = useState<string | null>(null)
  const correct = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    const field = form?.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement) || meant === null) return
    field.value = meant
    field.focus()
    setMeant(null)
  }
  return (
    <div>
      <EmailField
        onChange={() => setMeant(null)}
        onBlur={({ target }) => setMeant(meantAddress(target.value))}
      />
      <p aria-live="polite">
        {meant !== null && (
          <Button variant="link" onClick={correct}>
            {`Vouliez-vous dire ${meant} ?`}
          </Button>
        )}
      </p>
    </div>
  )
}

type EmailFieldProps = { hint?: string | undefined; defaultValue?: string | undefined } & Pick<
  ComponentProps<'input'>,
  'onBlur' | 'onChange'
>

/** The address of an account, under which password managers keep its password. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}

export function typedEmail(button: HTMLButtonElement): string {
  const field = button.form?.elements.namedItem('email')
  return field instanceof HTMLInputElement ? field.value : ''
}
