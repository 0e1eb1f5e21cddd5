import { useQuery } from '@tanstack/react-query'
import { getDriveAccess } from '#shared/contract/admin/documents.ts'
import { type DriveAccess as Access, missingPartTexts } from '#shared/entities/drive-access.ts'
import { api } from '#web/lib/api/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'

const texts = {
  ...missingPartTexts,
  ready: 'Le site lit les documents partagés avec son compte de service.',
  unused: "Ce site n'a pas de compte de service : les documents s'ouvrent dans Google Drive lui-même.",
  unknown: "Google Drive ne répond pas. Ce n'est d'ordinaire qu'un moment.",
} as const satisfies Record<Access['state'], string>

/** Says that the documents can be read in Drive, or which part of the access is missing. */
export function DriveAccess() {
  const access = useQuery(api(getDriveAccess).queryOptions({}))
  return (
    <Card>
      <h3>Accès à Google Drive</h3>
      <Loadable of={access} error="Erreur lors de la vérification de l'accès à Google Drive">
        {({ state, account }) => (
          <>
            {state === 'ready' || state === 'unused' ? (
              <p>{texts[state]}</p>
            ) : (
              <Alert kind="error">
                <p>{texts[state]}</p>
              </Alert>
            )}
            {account !== null && (
              <p>
                Compte de service&nbsp;: <strong>{account}</strong>
              </p>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}
