import { networkTexts } from '#web/lib/api/failure.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Says that a part of the site could not be fetched. */
export function PartFailedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Chargement impossible" onClose={onClose}>
      <Alert kind="error">
        <p>{networkTexts.unreachable}</p>
      </Alert>
    </Dialog>
  )
}
