import { Crown } from 'lucide-react'
import { useIsOfferOver } from '#web/lib/settings.ts'
import { ButtonLink } from './button.tsx'

/** What leads to the Premium page: there, one asks for the offer, or leaves a message while the next one is prepared. */
export function usePremiumLabel(): string {
  return useIsOfferOver() ? 'Offre en préparation' : 'Passer en Premium'
}

/** The way to Premium for a reader without it. */
export function PremiumLink(props: { replace?: boolean; onClick?: () => void }) {
  const label = usePremiumLabel()
  return (
    <ButtonLink to="/premium" variant="premium" {...props}>
      <Crown size={18} aria-hidden="true" />
      {label}
    </ButtonLink>
  )
}
