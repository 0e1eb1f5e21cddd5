import { X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import { type PremiumEndNotice, premiumEndNotice } from '#shared/domain/premium/reminders.ts'
import type { Profile } from '#shared/entities/user.ts'
import { KEPT_ANSWER } from '#web/lib/auth/session-storage.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { onTimeMoved } from '#web/lib/server-clock.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import styles from './layout.module.css'

const OFFER = '/premium'

/** Removed with the session. */
const CLOSED = `${KEPT_ANSWER}premiumEnd`

/**
 * Says that the account's Premium is about to end, or has ended, at the foot of the window, so that nothing moves. Closing
 * it hides it until the next stage: 30 days before the end, 7 days, the last day, and after it. The page to which it leads
 * is shown without it.
 */
export function PremiumEndBanner({ profile }: { profile: Profile }) {
  const { pathname } = useLocation()
  const today = useSyncExternalStore(onTimeMoved, moroccanToday)
  const [closed, setClosed] = useState(() => browserStorage.getItem(CLOSED))
  const notice = premiumEndNotice(profile.premiumLastDay, today)
  // The server decides what holds.
  if (!notice || profile.isAdmin || profile.isPremium === (notice.stage === 'over')) return null
  const shown = `${profile.id} ${notice.lastDay} ${notice.stage}`
  if (shown === closed || withoutSlash(pathname) === OFFER) return null
  function close() {
    browserStorage.setItem(CLOSED, shown)
    setClosed(shown)
    // The button that had the focus has been removed.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <section aria-label="Fin de l'accès Premium" className={styles.endBar}>
      <p className={styles.endText}>
        {noticeText(notice)} <Link to={OFFER}>Voir l'offre Premium</Link>
      </p>
      <IconButton label="Fermer le message" onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  )
}

function noticeText({ stage, lastDay, daysLeft }: PremiumEndNotice): string {
  if (stage === 'over') return 'Votre accès Premium est terminé.'
  if (daysLeft === 0) return "Votre accès Premium se termine aujourd'hui."
  const when = daysLeft === 1 ? 'demain' : `dans ${daysLeft} jours`
  const day = formatCalendarDay(lastDay).replace(/ \d{4}$/, '')
  return `Votre accès Premium se termine ${when} (le ${day}).`
}
