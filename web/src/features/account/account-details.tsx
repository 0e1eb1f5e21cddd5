import type { ReactNode } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { formatLastDay, formatMoroccanDay } from '#web/lib/dates.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge, Card } from '#web/ui/card.tsx'
import styles from './account-details.module.css'

/** Who one is on this site, and what the account may open. */
export function AccountDetails({ profile }: { profile: Profile }) {
  const { email, createdAt } = profile
  return (
    <Card>
      <h2>Mes informations</h2>
      <dl className={styles.details}>
        <Detail term="Email">{email}</Detail>
        <Detail term="Statut">
          <Status profile={profile} />
        </Detail>
        <PremiumEnd profile={profile} />
        <Detail term="Membre depuis le">{formatMoroccanDay(createdAt)}</Detail>
      </dl>
    </Card>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Status({ profile: { isAdmin, isPremium } }: { profile: Profile }) {
  if (isAdmin) return <Badge tone="hue">Administrateur</Badge>
  if (isPremium) return <Badge tone="premium">Compte Premium</Badge>
  return (
    <span className={styles.free}>
      <Badge>Compte gratuit</Badge>
      <ButtonLink to="/premium" variant="premium">
        Passer en Premium
      </ButtonLink>
    </span>
  )
}

/** How long Premium holds, or since when it does not any more. */
function PremiumEnd({ profile: { isAdmin, isPremium, premiumUntil } }: { profile: Profile }) {
  if (isAdmin || (!isPremium && premiumUntil === null)) return null
  if (premiumUntil === null) return <Detail term="Premium valable">sans date de fin</Detail>
  return (
    <Detail term={isPremium ? "Premium valable jusqu'au" : 'Premium terminé depuis le'}>
      {formatLastDay(premiumUntil)}
    </Detail>
  )
}
