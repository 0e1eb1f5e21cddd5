import type { ComponentProps } from 'react'
import { useLocation } from 'react-router-dom'
import { cameFrom } from '#web/lib/return-path.ts'
import { ButtonLink } from './button.tsx'

/** A link to the sign-in, or to the sign-up, which lead back to this page. */
export function SignInLink({
  to = '/login',
  children = 'Se connecter',
  ...rest
}: Partial<ComponentProps<typeof ButtonLink>>) {
  return (
    <ButtonLink to={to} state={cameFrom(useLocation())} {...rest}>
      {children}
    </ButtonLink>
  )
}
