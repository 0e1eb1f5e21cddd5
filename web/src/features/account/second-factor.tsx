import { useEffect, useRef, useState } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Badge, Card } from '#web/ui/card.tsx'
import { accountFault } from './account-texts.ts'
import { CodeForm } from './code-form.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'
import { type SecondFactorStep, secondFactorStep } from './second-factor-step.ts'
import type { SecondFactorChange } from './use-second-factor.ts'

type SecondFactorProps = { profile: Profile; change: SecondFactorChange }

/** A code after the password, for those who administer. */
export function SecondFactor({ profile: { hasSecondFactor }, change }: SecondFactorProps) {
  const [isLeaving, setLeaving] = useState(false)
  const step = secondFactorStep({ hasSecondFactor, start: change.beginning.data, isLeaving })
  const heading = useFocusOnNew(step.name)
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1}>
        Validation en deux étapes
      </h2>
      <Step step={step} change={change} onLeaving={setLeaving} />
    </Card>
  )
}

/** What was just used is gone with its step: the focus goes to where the next one is read from. */
function useFocusOnNew(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}

type StepProps = {
  step: SecondFactorStep
  change: SecondFactorChange
  onLeaving: (isLeaving: boolean) => void
}

function Step({ step, change, onLeaving }: StepProps) {
  const { beginning, switchingOn, switchingOff } = change
  switch (step.name) {
    case 'off':
      return <Off change={change} />
    case 'settingUp':
      return (
        <SecondFactorSetUp
          secret={step.secret}
          address={step.address}
          switchingOn={switchingOn}
          onCancel={() => {
            beginning.reset()
            switchingOn.reset()
          }}
        />
      )
    case 'on':
      return (
        <>
          <p>
            <Badge tone="success">Activée</Badge> Un code de votre application d'authentification vous est
            demandé après votre mot de passe.
          </p>
          <div>
            <Button variant="secondary" onClick={() => onLeaving(true)}>
              Désactiver
            </Button>
          </div>
        </>
      )
    case 'switchingOff':
      return (
        <CodeForm
          submit="Désactiver"
          submitting="Désactivation en cours..."
          changing={switchingOff}
          onSuccess={() => onLeaving(false)}
          onCancel={() => {
            switchingOff.reset()
            onLeaving(false)
          }}
        />
      )
  }
}

function Off({ change: { beginning, switchingOff } }: { change: SecondFactorChange }) {
  const { mutate, isPending, error } = beginning
  const begin = () => {
    switchingOff.reset()
    mutate()
  }
  return (
    <>
      {switchingOff.isSuccess && (
        <Alert kind="success">
          <p>La validation en deux étapes est désactivée.</p>
        </Alert>
      )}
      <p>
        Protégez l'administration : en plus de votre mot de passe, un code de votre téléphone sera demandé à
        chaque connexion.
      </p>
      {error && (
        <Alert kind="error">
          <p>{accountFault(error)}</p>
        </Alert>
      )}
      <div>
        <Button disabled={isPending} onClick={begin}>
          {isPending ? 'Préparation en cours...' : 'Activer'}
        </Button>
      </div>
    </>
  )
}
