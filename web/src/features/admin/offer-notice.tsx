import { formatCalendarDay, moroccanToday } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Tells the owner that the configured offer has ended (decision D30): nothing stands there before. */
export function OfferNotice() {
  const end = __SITE__.premiumValidUntil
  if (end === null || moroccanToday() <= end) return null
  return (
    <Alert kind="info">
      <p>
        <strong>L'offre Premium est terminée depuis le {formatCalendarDay(end)}.</strong> Un nouvel accès
        Premium n'a pas de date de fin, sauf si vous en choisissez une par 'Paiement'.
      </p>
    </Alert>
  )
}
