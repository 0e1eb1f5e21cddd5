import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'react-router-dom'
import { getPersonalData } from '#shared/contract/account.ts'
import { call } from '#web/lib/api/call.ts'
import { transferredThisMonth } from '#web/lib/data-meter.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'

/** Saves everything that is stored about the account as a file. */
export function PersonalData() {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => JSON.stringify(await call(getPersonalData, {}), null, 2),
    onSuccess: (json) =>
      saveFile(getPersonalData.fileName ?? '', new Blob([json], { type: 'application/json' })),
  })
  return (
    <Card>
      <h2>Mes données</h2>
      <p>
        Tout ce que le site conserve sur vous, dans un fichier. La page{' '}
        <Link to="/confidentialite">Confidentialité</Link> dit pourquoi et pour combien de temps.
      </p>
      <div>
        <Button variant="secondary" disabled={isPending} onClick={() => mutate()} Icon={Download}>
          {isPending ? 'Téléchargement en cours...' : 'Télécharger mes données'}
        </Button>
      </div>
      {isSuccess && (
        <Alert kind="success">
          <p>Vos données sont dans le fichier {getPersonalData.fileName}.</p>
        </Alert>
      )}
      <Failure of={error} text="Vos données n'ont pas pu être téléchargées." />
    </Card>
  )
}

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
