import { detailOf } from '#web/lib/api/failure.ts'
import { useUnsent } from '#web/lib/progress/use-unsent.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './unsent-note.module.css'

/** Says that marks wait for the network, which every page says is away, or that they could not be saved. */
export function UnsentNote() {
  const unsent = useUnsent()
  return (
    <div role="status" className={styles.place}>
      {unsent?.reason === 'offline' && (
        <p>Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.</p>
      )}
      {unsent?.reason === 'failed' && (
        <div className={styles.note}>
          <p>
            Votre suivi n'a pas pu être enregistré. Il est gardé sur cet appareil.{' '}
            {detailOf(unsent.error, '')}
          </p>
          <Button variant="secondary" onClick={unsent.retry}>
            Réessayer
          </Button>
        </div>
      )}
    </div>
  )
}
