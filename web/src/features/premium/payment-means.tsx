import { Check, Copy, Landmark, Store } from 'lucide-react'
import { useState } from 'react'
import { useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardGrid } from '#web/ui/card.tsx'
import styles from './payment-means.module.css'

export function PaymentMeans() {
  const { bank, agencies } = useSettings().payment
  return (
    <CardGrid fill>
      <Card>
        <h3 className={styles.title}>
          <Landmark size={22} aria-hidden="true" />
          Virement bancaire
        </h3>
        <dl className={styles.details}>
          <div>
            <dt>Banque</dt>
            <dd>{bank.name}</dd>
          </div>
          <div>
            <dt>Titulaire</dt>
            <dd>{bank.holder}</dd>
          </div>
          <div>
            <dt>Numéro de compte (RIB)</dt>
            <dd className={styles.account}>{bank.account}</dd>
          </div>
        </dl>
        <CopyButton what="numéro de compte" text={bank.account} />
      </Card>
      <Card>
        <h3 className={styles.title}>
          <Store size={22} aria-hidden="true" />
          Agence de transfert d'argent
        </h3>
        <p>Dans l'une de ces deux agences, au nom de {bank.holder} :</p>
        <ul className={styles.agencies}>
          {agencies.map((agency) => (
            <li key={agency}>{agency}</li>
          ))}
        </ul>
        <p className="note">Gardez le reçu&nbsp;: il vous sera demandé pour confirmer le paiement.</p>
      </Card>
    </CardGrid>
  )
}

const SAID = {
  no: () => '',
  yes: (what: string) => `Le ${what} est copié.`,
  failed: () => 'Copie impossible : sélectionnez le texte.',
}

/** Copies a text and announces it; `what` names it: 'numéro de compte'. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const [copied, setCopied] = useState<keyof typeof SAID>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Without permission, or in an old browser; the text is visible beside the button.
      setCopied('failed')
    }
  }
  const Icon = copied === 'yes' ? Check : Copy
  return (
    <div className={styles.copy}>
      <Button variant="secondary" onClick={() => void copy()} Icon={Icon}>
        <span>
          Copier <span className="visually-hidden">le {what}</span>
        </span>
      </Button>
      <span role="status" className={styles.said}>
        {SAID[copied](what)}
      </span>
    </div>
  )
}
