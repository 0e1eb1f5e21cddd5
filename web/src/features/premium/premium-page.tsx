import { countTracks } from '#shared/catalogue/tracks.ts'
import { withFrenchSpaces } from '#web/lib/format/french-spaces.ts'
import { useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { Page } from '#web/ui/page.tsx'
import { frequentQuestions } from './faq.ts'
import { OfferCard } from './offer-card.tsx'
import { PaymentMeans } from './payment-means.tsx'
import styles from './premium-page.module.css'

const steps = [
  { title: 'Contactez-nous', text: 'Par téléphone ou par messagerie, pour demander votre accès.' },
  { title: 'Payez', text: "Par virement bancaire ou dans une agence de transfert d'argent." },
  { title: 'Accédez', text: 'Votre compte devient Premium dès que votre paiement est confirmé.' },
]

/** Shows the price of Premium, its validity and the ways to get it. */
export function PremiumPage() {
  const settings = useSettings()
  const isOver = useIsOfferOver()
  return (
    <Page
      title="Accès Premium"
      intro={`Tous les sujets, toutes les corrections en PDF et en vidéo, pour les ${countTracks()} filières.`}
      figure={null}
    >
      <OfferCard />
      {!isOver && <HowToPay />}
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

function HowToPay() {
  return (
    <>
      <section aria-labelledby="etapes" className={styles.section}>
        <h2 id="etapes">{withFrenchSpaces('Comment faire ?')}</h2>
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
