import type { Settings } from '#shared/entities/settings.ts'
import { useSettings } from '#web/lib/settings.ts'
import styles from './payment-form.module.css'
import { CopyButton } from './payment-means.tsx'

/** Says where to pay by one of the means of payment, for a student who does so with the form open. */
export function MeansHelp({ means }: { means: string }) {
  const { bank, agencies } = useSettings().payment
  if (means === 'Virement bancaire')
    return (
      <div className={styles.help}>
        <p>
          {bank.name}, au nom de {bank.holder}
        </p>
        <p className={styles.account}>{bank.account}</p>
        <CopyButton what="numéro de compte" text={bank.account} />
      </div>
    )
  if (agencies.includes(means))
    return (
      <div className={styles.help}>
        <p>
          Dans une agence {means}, au nom de {bank.holder}
        </p>
      </div>
    )
  return null
}

/** Says which reference identifies the payment. */
export function referenceHint(means: string, { agencies }: Settings['payment']): string {
  if (means === 'Virement bancaire')
    return "La référence de l'avis de virement, ou le nom du titulaire du compte."
  if (agencies.includes(means)) return 'Le code du transfert, écrit sur le reçu.'
  return 'Le nom de la personne qui a payé.'
}
