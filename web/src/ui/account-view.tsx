import { Crown, Lock } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, Suspense, useContext, useMemo } from 'react'
import { createPath, useLocation } from 'react-router-dom'
import { PENDING_MARK } from '#shared/contract/start-script.ts'
import { type Access, useAccess, useAccountPending, useProfile } from '#web/lib/auth/auth-state.ts'
import { useIsOfferOver } from '#web/lib/settings.ts'
import styles from './account-view.module.css'
import { ButtonLink } from './button.tsx'
import { classNames } from './card.tsx'

/** Null while the account is unknown. */
const ShownAccess = createContext<Access | null>(null)

/**
 * Renders parts that depend on the account. While it is unknown, as in the page's HTML, `children` get the access of a
 * visitor, and {@link ForAccess} decides by the account that the browser remembers.
 */
export function AccountView({ children }: { children: (access: Access) => ReactNode }) {
  const access = useAccess()
  const isPending = useAccountPending()
  const shown = isPending ? 'visitor' : access
  // A visitor's list is not rendered again once the page knows that the reader is a visitor.
  const content = useMemo(() => children(shown), [children, shown])
  return (
    <ShownAccess value={isPending ? null : access}>
      <div className={styles.view} {...(isPending && { [PENDING_MARK]: '' })}>
        {content}
      </div>
    </ShownAccess>
  )
}

type ForAccessProps = {
  of: readonly Exclude<Access, 'checking'>[]
  /** The element that may stand here; it makes no box. */
  as?: 'div' | 'span'
  children: ReactNode
}

/** While the account is unknown every part is in the page, and the style shows those of the remembered one. */
export function ForAccess({ of, as: Element = 'div', children }: ForAccessProps) {
  const shown = useContext(ShownAccess)
  if (shown !== null && !of.some((access) => access === shown)) return null
  return (
    <Element className={classNames(styles.part, ...of.map((access) => styles[access]))}>{children}</Element>
  )
}

type SignedInProps = {
  /** Reserves the space while the chunk loads, so that nothing moves. */
  className?: string | undefined
  /** A lazy component, whose chunk visitors never load. */
  children: ReactNode
}

export function SignedIn({ className, children }: SignedInProps) {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className={className}>
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  )
}

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
