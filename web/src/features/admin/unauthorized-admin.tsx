import { useQuery } from '@tanstack/react-query'
import { Alert } from '#web/ui/alert.tsx'
import { Page } from '#web/ui/page.tsx'
import { activityQuery } from './audit/requests/fetch-activity.ts'

/**
 * What an admin who is no owner sees. The call that the dashboard would have made is made and refused: the refusal is
 * what the server records. One visit is one entry: the call is not repeated while the page stands.
 */
export function UnauthorizedAdmin() {
  useQuery({
    ...activityQuery,
    retry: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Page title="ACCÈS ADMIN NON AUTORISÉ" width="text">
      <Alert kind="error">
        <p>Votre compte a été signalé pour une tentative d'accès administrateur non autorisée.</p>
        <p>Si vous pensez qu'il s'agit d'une erreur, contactez l'administrateur.</p>
      </Alert>
    </Page>
  )
}
