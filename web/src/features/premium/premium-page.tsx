import { formatCalendarDay } from '#web/lib/dates.ts'
import { site } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import styles from './premium-page.module.css'

const steps = [
  { title: 'Contactez-nous', text: 'Par téléphone ou par messagerie, pour demander votre accès.' },
  { title: 'Payez', text: "Par virement bancaire ou dans une agence de transfert d'argent." },
  { title: 'Accédez', text: 'Votre compte devient Premium dès que votre paiement est confirmé.' },
]

/** What Premium costs, how long it holds and how to get it. */
export function PremiumPage() {
  const { priceDh, premiumValidUntil } = site
  return (
    <Page
      title="Accès Premium"
      width="text"
      intro="Tous les sujets, toutes les corrections en PDF et en vidéo, pour votre filière."
    >
      <Card>
        <p className={styles.price}>{priceDh} DH</p>
        <p>
          Un seul paiement
          {premiumValidUntil && `, valable jusqu'au ${formatCalendarDay(premiumValidUntil)}`}.
        </p>
      </Card>
      <h2>Comment faire ?</h2>
      <ol className={styles.steps}>
        {steps.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div>
        <ButtonLink to="/contact">Nous contacter</ButtonLink>
      </div>
    </Page>
  )
}
