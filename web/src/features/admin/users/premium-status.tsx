import type { UserView } from '#shared/entities/user.ts'
import { formatLastDay } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/card.tsx'
import { paymentText } from '../payment-text.ts'
import { premiumLabel } from './change-premium.ts'
import styles from './user-row.module.css'

/** Whether an account has Premium, until when, and what was paid for it. */
export function PremiumStatus({ user }: { user: UserView }) {
  const { isPremium, premiumUntil, payment, isAdmin } = user
  return (
    <div className={styles.status}>
      <Badge tone={isPremium ? 'premium' : 'neutral'}>{premiumLabel(isPremium)}</Badge>
      {isPremium && !isAdmin && (
        <p className={styles.note}>
          {premiumUntil ? `jusqu'au ${formatLastDay(premiumUntil)}` : 'sans date de fin'}
        </p>
      )}
      {payment && <p className={styles.note}>{paymentText(payment)}</p>}
    </div>
  )
}
