import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type NotLoadedProps = { error: Error; fallback: string; onRetry: () => void }

/** Why a list is not there: the server's own words, the network's, or the list's. */
export function NotLoaded({ error, fallback, onRetry }: NotLoadedProps) {
  return (
    <Alert kind="error">
      <p>{troubleHint(error) ?? detailOf(error, fallback)}</p>
      <Button variant="secondary" onClick={onRetry}>
        Réessayer
      </Button>
    </Alert>
  )
}
