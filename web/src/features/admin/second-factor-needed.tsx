import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problems } from '#shared/contract/problems.ts'
import type { Profile } from '#shared/entities/user.ts'
import { loadConfig } from '#web/lib/config.ts'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/status.tsx'

type SecondFactorNeededProps = { profile: Profile; children: ReactNode }

/**
 * Refuses owners without a second factor where the stage requires one. It only spares a page full of refusals: when the
 * configuration cannot be loaded, the server refuses the requests of the page.
 */
export function SecondFactorNeeded({ profile: { hasSecondFactor }, children }: SecondFactorNeededProps) {
  const { data: config, isLoading } = useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !hasSecondFactor,
    retry: false,
  })
  if (hasSecondFactor) return children
  if (isLoading) return <Spinner />
  if (!config?.ownersNeedSecondFactor) return children
  return (
    <AccessRefused reason={problems.SECOND_FACTOR_REQUIRED.detail}>
      <ButtonLink to="/compte">Mon compte</ButtonLink>
    </AccessRefused>
  )
}
