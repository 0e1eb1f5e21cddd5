import { Crown } from 'lucide-react'
import { useIsOfferOver } from '#web/lib/settings.ts'
import { ButtonLink } from './button.tsx'

/** Returns the label of the link to the Premium page, which has no offer while the next one is prepared. */
export function usePremiumLabel(): string {
  return useIsOfferOver() ? 'Offre en préparation' : 'Passer en Premium'
}

export function PremiumLink(props: { replace?: boolean; onClick?: () => void }) {
  const label = usePremiumLabel()
  return (
    <ButtonLink to="/premium" variant="premium" {...props}>
      <Crown size={18} aria-hidden="true" />
      {label}
    </ButtonLink>
  )
}
