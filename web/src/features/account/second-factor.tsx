import { useEffect, useRef, useState } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, Card } from '#web/ui/card.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './account.module.css'
import type { SecondFactorMutations } from './account-page.tsx'
import { AccountFault, CodeForm, type CodeMutation } from './account-parts.tsx'

type SecondFactorProps = { profile: Profile; mutations: SecondFactorMutations }

export function SecondFactor({ profile: { hasSecondFactor }, mutations }: SecondFactorProps) {
  const [isSwitchingOff, setSwitchingOff] = useState(false)
  const { beginning, switchingOn, switchingOff } = mutations
  // The stored setting comes first: another device may have changed it.
  const key = !hasSecondFactor && beginning.data?.kind === 'key' ? beginning.data : null
  const on = isSwitchingOff ? 'switchingOff' : 'on'
  const off = key ? 'setUp' : 'off'
  const view = hasSecondFactor ? on : off
  const heading = useFocusOnChange(view)
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1}>
        Validation en deux étapes
      </h2>
      {view === 'off' && <Off mutations={mutations} />}
      {key && (
        <SetUp
          secret={key.secret}
          address={key.address}
          mutation={switchingOn}
          onCancel={() => {
            beginning.reset()
            switchingOn.reset()
          }}
        />
      )}
      {view === 'on' && <On onSwitchOff={() => setSwitchingOff(true)} />}
      {view === 'switchingOff' && (
        <CodeForm
          submit="Désactiver"
          submitting="Désactivation en cours..."
          mutation={switchingOff}
          onSuccess={() => setSwitchingOff(false)}
          onCancel={() => {
            switchingOff.reset()
            setSwitchingOff(false)
          }}
        />
      )}
    </Card>
  )
}

/** Focuses the heading when the view changes, because the control that had the focus has been removed. */
function useFocusOnChange(view: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) heading.current?.focus()
    shown.current = view
  }, [view])
  return heading
}

function Off({ mutations: { beginning, switchingOff } }: { mutations: SecondFactorMutations }) {
  const { mutate, isPending, error } = beginning
  const begin = () => {
    switchingOff.reset()
    mutate()
  }
  return (
    <>
      {switchingOff.isSuccess && <Alert kind="success">La validation en deux étapes est désactivée.</Alert>}
      <p>
        Protégez l'administration&nbsp;: en plus de votre mot de passe, un code de votre téléphone sera
        demandé à chaque connexion.
      </p>
      {error && <AccountFault error={error} />}
      <div>
        <Button disabled={isPending} onClick={begin}>
          {isPending ? 'Préparation en cours...' : 'Activer'}
        </Button>
      </div>
    </>
  )
}

function On({ onSwitchOff }: { onSwitchOff: () => void }) {
  return (
    <>
      <p>
        <Badge tone="success">Activée</Badge> Un code de votre application d'authentification vous est demandé
        après votre mot de passe.
      </p>
      <div>
        <Button variant="secondary" onClick={onSwitchOff}>
          Désactiver
        </Button>
      </div>
    </>
  )
}

type SetUpProps = { secret: string; address: string; mutation: CodeMutation; onCancel: () => void }

function SetUp({ secret, address, mutation, onCancel }: SetUpProps) {
  return (
    <>
      <ol className={styles.steps}>
        <li>
          Installez une application d'authentification sur votre téléphone, par exemple Google Authenticator,
          Microsoft Authenticator ou FreeOTP.
        </li>
        <li>
          <p>{withFrenchSpaces("Scannez ce code avec l'application :")}</p>
          <div className={styles.picture}>
            <QrCode
              text={address}
              label="Code à scanner avec l'application d'authentification"
              level="L"
              border={4}
            />
          </div>
          <p>
            ou <a href={address}>ouvrez l'application sur ce téléphone</a>
            {withFrenchSpaces(', ou saisissez-y cette clé :')}
          </p>
          <code className={styles.secret}>{groupByFour(secret)}</code>
          <p>
            {withFrenchSpaces(
              "Notez la clé en lieu sûr : elle permet d'installer un autre téléphone si vous perdez celui-ci.",
            )}
          </p>
        </li>
        <li>
          Saisissez le code que montre l'application. Vous serez ensuite déconnecté partout, et vous vous
          reconnecterez avec un nouveau code.
        </li>
      </ol>
      <CodeForm
        submit="Activer"
        submitting="Activation en cours..."
        mutation={mutation}
        onCancel={onCancel}
      />
    </>
  )
}

function groupByFour(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}
