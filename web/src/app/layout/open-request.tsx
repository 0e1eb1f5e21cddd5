import { Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Profile } from '#shared/entities/user.ts'
import { refreshSession } from '#web/lib/auth/session-actions.ts'
import { listen } from '#web/lib/listen.ts'
import { formatMoroccanDayOfYear } from '#web/lib/moments.ts'
import { showToast } from '#web/lib/shared-value.ts'
import styles from './user-menu.module.css'

// Loaded for students whose payment request waits for an owner.

/** These pages show the decision about a payment by themselves. */
const PAYMENT_PAGES = ['/premium', '/compte']

/** An item of the menu while the request waits; after the decision it says so on any page. */
export function OpenRequest({ profile, onFollow }: { profile: Profile; onFollow: () => void }) {
  const { openPaymentRequest: request } = profile
  useDecision(profile)
  useFreshProfile(request !== null)
  if (!request) return null
  return (
    <li className={styles.waiting}>
      <Link to="/premium" className={styles.item} onClick={onFollow}>
        <Hourglass size={18} aria-hidden="true" />
        Votre demande du {formatMoroccanDayOfYear(request.createdAt)} est en attente
      </Link>
    </li>
  )
}

/** Fetches the profile, beside the heartbeats, when the student comes back to the page, as from WhatsApp. */
function useFreshProfile(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshSession().catch(() => undefined)
    }
    return listen(document, 'visibilitychange', refresh)
  }, [isWaiting])
}

function useDecision({ openPaymentRequest, isPremium }: Profile): void {
  const { pathname } = useLocation()
  const isWaiting = openPaymentRequest !== null
  const wasWaiting = useRef(isWaiting)
  useEffect(() => {
    const isDecided = wasWaiting.current && !isWaiting
    wasWaiting.current = isWaiting
    if (!isDecided || PAYMENT_PAGES.includes(pathname)) return
    showToast(
      isPremium
        ? { kind: 'success', text: 'Votre paiement est confirmé : bienvenue en Premium !' }
        : { kind: 'error', text: 'Votre demande de paiement a une réponse\u00a0: ouvrez la page Premium.' },
    )
  }, [isWaiting, isPremium, pathname])
}
