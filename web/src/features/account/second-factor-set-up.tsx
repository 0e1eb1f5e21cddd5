import { Suspense } from 'react'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { optionalComponent } from '#web/lib/lazy-component.tsx'
import { type CodeChanging, CodeForm } from './code-form.tsx'
import styles from './second-factor-set-up.module.css'

// Without it the key can be typed.
const QrCode = optionalComponent(async () => (await import('./qr-code.tsx')).QrCode)

type SecondFactorSetUpProps = {
  secret: string
  address: string
  switchingOn: CodeChanging
  onCancel: () => void
}

/** The three steps from no app to the first code. */
export function SecondFactorSetUp({ secret, address, switchingOn, onCancel }: SecondFactorSetUpProps) {
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
            <Suspense fallback={null}>
              <QrCode text={address} label="Code à scanner avec l'application d'authentification" />
            </Suspense>
          </div>
          <p>
            ou <a href={address}>ouvrez l'application sur ce téléphone</a>
            {withFrenchSpaces(', ou saisissez-y cette clé :')}
          </p>
          <code className={styles.secret}>{inFours(secret)}</code>
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
        changing={switchingOn}
        onCancel={onCancel}
      />
    </>
  )
}

/** As people read and type it. */
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}
