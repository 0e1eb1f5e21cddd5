import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { countTracks } from '#shared/catalogue/tracks.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useOwnAnswer } from '#web/lib/api/page-content.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { LazyBoundary, lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { FailureAlert } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/status.tsx'
import { frequentQuestions } from './faq.ts'
import { OfferCard, OwnPremium, useHasPremium, useIsDeclaring } from './offer-card.tsx'
import { PaymentMeans } from './payment-means.tsx'
import plan from './pictures/revisions.webp'
import paper from './pictures/sujet.webp'
import styles from './premium-page.module.css'

/** Loaded for signed-in users, and for visitors who have paid. */
const PaymentArea = lazyComponent(async () => (await import('./payment-area.tsx')).PaymentArea)

const steps = [
  { title: 'Contactez-nous', text: 'Par téléphone ou par messagerie, pour demander votre accès.' },
  { title: 'Payez', text: "Par virement bancaire ou dans une agence de transfert d'argent." },
  { title: 'Accédez', text: 'Votre compte devient Premium dès que votre paiement est confirmé.' },
]

export function PremiumPage() {
  const settings = useSettings()
  const isOver = useIsOfferOver()
  const hasPremium = useHasPremium()
  return (
    <Page
      title="Accès Premium"
      intro={`Tous les sujets, toutes les corrections en PDF et en vidéo, pour les ${countTracks()} filières.`}
      figure={null}
    >
      <OfferOrPayment>
        {hasPremium ? (
          <OwnPremium />
        ) : (
          <>
            <OfferCard />
            <FreeSamples />
            <SitePictures />
            {!isOver && <HowToPay />}
          </>
        )}
      </OfferOrPayment>
      <section aria-labelledby="questions" className={styles.section}>
        <h2 id="questions">Questions fréquentes</h2>
        <div className={styles.questions}>
          {frequentQuestions(settings, isOver).map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{withFrenchSpaces(question)}</summary>
              <p>{withFrenchSpaces(answer)}</p>
            </details>
          ))}
        </div>
      </section>
    </Page>
  )
}

/** The student's own payment where there is one; visitors load nothing of it until they say that they have paid. */
function OfferOrPayment({ children }: { children: ReactNode }) {
  const profile = useProfile()
  const isDeclaring = useIsDeclaring()
  if (!profile && !isDeclaring) return children
  return (
    <LazyBoundary
      fallback={profile?.openPaymentRequest || isDeclaring ? <Spinner /> : children}
      renderFailure={(failure) => (
        <>
          <FailureAlert {...failure} />
          {children}
        </>
      )}
    >
      <PaymentArea offer={children} />
    </LazyBoundary>
  )
}

const HERE = { from: '/premium' }

function HowToPay() {
  const profile = useProfile()
  return (
    <>
      <section aria-labelledby="etapes" className={styles.section}>
        <h2 id="etapes">{withFrenchSpaces('Comment faire ?')}</h2>
        {!profile && (
          <p>
            Avant tout,{' '}
            <Link to="/signup" state={HERE}>
              créez votre compte
            </Link>
            , c'est gratuit&nbsp;: l'accès Premium lui appartient.
          </p>
        )}
        <ol className={styles.steps}>
          {steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="paiement" className={styles.section}>
        <h2 id="paiement">Moyens de paiement</h2>
        <PaymentMeans />
      </section>
    </>
  )
}

const pictures = [
  { src: paper, text: 'Un sujet du bac, exercice par exercice, avec son corrigé à portée de doigt.' },
  { src: plan, text: 'Vos révisions\u00a0: le plan de la semaine et ce qui reste à revoir.' },
]

/** Pictures of the site on a phone, taken by `npm run guide:pictures`. They are fetched only when they come near. */
function SitePictures() {
  return (
    <div className={styles.pictures}>
      {pictures.map(({ src, text }) => (
        <figure key={src}>
          <img src={src} alt="" width={540} height={720} loading="lazy" decoding="async" />
          <figcaption>{text}</figcaption>
        </figure>
      ))}
    </div>
  )
}

/** Free documents to be tried before anything is paid; null where there are none. */
export type FreeSample = { paper: { path: string; title: string } | null; video: string | null }

/** The HTML of this page carries them. */
export const SAMPLES_PATH = '/premium'

const NONE: FreeSample = { paper: null, video: null }

function FreeSamples() {
  const { paper: sample, video } = useOwnAnswer(SAMPLES_PATH, NONE) ?? NONE
  if (!sample && !video) return null
  return (
    <p>
      À essayer d'abord, gratuitement et sans compte&nbsp;:{' '}
      {sample && <Link to={sample.path}>{sample.title}</Link>}
      {sample && video && ' et '}
      {video && (
        <>
          la vidéo <Link to="/videos-gratuites">{video}</Link>
        </>
      )}
      .
    </p>
  )
}
