import { Crown, Lock } from 'lucide-react'
import { useIsOfferOver } from '#web/lib/settings.ts'
import { ButtonLink } from './button.tsx'

/** Returns the label of the link to the Premium page, which has no offer while the next one is prepared. */
export function usePremiumLabel(): string {
  return useIsOfferOver() ? 'Offre en préparation' : 'Passer en Premium'
}

type PremiumLinkProps = {
  /** For one of many: with a lock, and without a colour of its own. */
  quiet?: boolean
  replace?: boolean
  onClick?: () => void
}

export function PremiumLink({ quiet = false, ...rest }: PremiumLinkProps) {
  const label = usePremiumLabel()
  const Icon = quiet ? Lock : Crown
  return (
    <ButtonLink to="/premium" variant={quiet ? 'quiet' : 'premium'} {...rest} Icon={Icon}>
      {label}
    </ButtonLink>
  )
}
