import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { getPublication, orderPublication, type PublicationView } from '#shared/contract/admin/overview.ts'
import { api } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../admin-texts.ts'

const LOOK_AGAIN_MS = 2_000

/** Says whether the public pages show what is stored, and has a button that renders them again. */
export function PublicationBox() {
  const publication = useQuery({
    ...api(getPublication).queryOptions({}),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  })
  const order = useAction(orderPublication)
  return (
    <Card>
      <h3>Publication des pages</h3>
      <p>
        Les pages publiques sont refaites quelques secondes après chaque changement de paramètres, de sujets
        ou de ressources.
      </p>
      <Loadable of={publication} error="Erreur lors du chargement de la publication">
        {(view) => (
          <>
            {view.state === 'failed' && (
              <Alert kind="error">
                La dernière publication a échoué. Elle est recommencée automatiquement ; si elle échoue
                encore, l'opérateur est prévenu.
              </Alert>
            )}
            <p role="status">{describe(view)}</p>
            <div>
              <Button
                variant="secondary"
                disabled={order.isPending || isUnderWay(view)}
                onClick={() => order.mutate({})}
                Icon={RefreshCw}
              >
                {order.isPending || isUnderWay(view) ? 'Publication en cours...' : 'Publier à nouveau'}
              </Button>
            </div>
            <Failure of={order.error} text="Erreur lors de la demande de publication" />
          </>
        )}
      </Loadable>
    </Card>
  )
}

function isUnderWay(view: PublicationView | undefined): boolean {
  return view?.state === 'requested' || view?.state === 'running'
}

function describe({ state, publishedAt, filesWritten }: PublicationView): string {
  if (state === 'requested') return 'Publication demandée : elle commence dans quelques secondes.'
  if (state === 'running') return 'Les pages sont en cours de publication.'
  if (publishedAt === null) return 'Aucune publication pour le moment.'
  const count = filesWritten === 0 ? 'aucun fichier modifié' : counted(filesWritten, 'fichier modifié')
  return `Dernière publication : ${formatMoment(publishedAt)}, ${count}.`
}
