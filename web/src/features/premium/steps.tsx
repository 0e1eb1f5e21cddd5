import styles from './steps.module.css'

const steps = [
  { title: 'Contactez-nous', text: 'Par téléphone ou par messagerie, pour demander votre accès.' },
  { title: 'Payez', text: "Par virement bancaire ou dans une agence de transfert d'argent." },
  { title: 'Accédez', text: 'Votre compte devient Premium dès que votre paiement est confirmé.' },
]

/** From the first message to the open document. */
export function Steps() {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }) => (
        <li key={title} className={styles.step}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
