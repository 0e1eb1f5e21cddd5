import { ChartLine, CircleUser, Crown, HardDriveDownload } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import type { Profile } from '#shared/entities/user.ts'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { useSettings } from '#web/lib/settings.ts'
import { usePremiumLabel } from '#web/ui/account-view.tsx'
import { Badge, classNames } from '#web/ui/card.tsx'
import styles from './user-menu.module.css'

// Loaded for signed-in users only, with their menu.

export const personalPages = [
  { to: '/mes-revisions', label: 'Mes révisions', Icon: ChartLine },
  { to: '/hors-ligne', label: 'Hors ligne', Icon: HardDriveDownload },
  { to: '/compte', label: 'Mon compte', Icon: CircleUser },
]

export function PersonalLinks({ profile }: { profile: Profile }) {
  const answerPage = useAnswerPage(profile)
  return (
    <div className={styles.personal}>
      <ul aria-label="Mon espace" className={styles.personalLinks}>
        {personalPages.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink to={to} className={classNames(styles.item)}>
              <Icon size={18} aria-hidden="true" />
              {label}
              {to === answerPage && <Badge>Réponse</Badge>}
            </NavLink>
          </li>
        ))}
        <li className={styles.premiumLine}>
          <PremiumLine />
          {profile.openPaymentRequest && <Badge>Demande en attente</Badge>}
        </li>
      </ul>
    </div>
  )
}

/** Returns the page with an answer to a question that the student has not read; null for none. */
export function useAnswerPage({ hasNewAnswer }: Profile): string | null {
  return useSettings().acceptsQuestions && hasNewAnswer ? '/compte' : null
}

export function PremiumLine() {
  const access = useAccess()
  const label = usePremiumLabel()
  const icon = <Crown size={18} aria-hidden="true" />
  if (access === 'premium')
    return (
      <span className={classNames(styles.item, styles.premium)}>
        {icon}
        Compte Premium
      </span>
    )
  return (
    <Link to="/premium" className={classNames(styles.item, styles.premium)}>
      {icon}
      {label}
    </Link>
  )
}
