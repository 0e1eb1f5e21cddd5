import { transferredThisMonth } from '#web/lib/data-meter.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { Card } from '#web/ui/card.tsx'

/** Says what the site has cost this device in data. */
export function DataUse() {
  return (
    <Card>
      <h2>Données utilisées</h2>
      <p>
        Ce mois-ci, environ <strong>{bytesText(transferredThisMonth())}</strong> sur cet appareil.
      </p>
      <p>
        Votre navigateur le compte pendant que vous êtes connecté. Ce qui a déjà été chargé et gardé ne compte
        pas&nbsp;; votre opérateur peut compter un peu plus.
      </p>
    </Card>
  )
}
