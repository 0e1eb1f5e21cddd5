import type { ComponentProps } from 'react'
import { createPath, useLocation } from 'react-router-dom'
import { ButtonLink } from './button.tsx'

/** A link to the sign-in, or to the sign-up, which lead back to this page (lib/return-path.ts). */
export function SignInLink({
  to = '/login',
  children = 'Se connecter',
  ...rest
}: Partial<ComponentProps<typeof ButtonLink>>) {
  return (
    <ButtonLink to={to} state={{ from: createPath(useLocation()) }} {...rest}>
      {children}
    </ButtonLink>
  )
}
