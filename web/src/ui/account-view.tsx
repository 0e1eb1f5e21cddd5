import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { PENDING_MARK } from '#shared/contract/start-script.ts'
import { type Access, useAccess, useAccountPending } from '#web/lib/auth/auth-state.ts'
import styles from './account-view.module.css'
import { classNames } from './class-names.ts'

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
  /** The kinds of access that see this part. */
  of: readonly Exclude<Access, 'checking'>[]
  /** The element that may stand here; it makes no box. */
  as?: 'div' | 'span'
  children: ReactNode
}

/**
 * A part of an {@link AccountView} for some kinds of access. While the account is unknown every such part is in the
 * page, and its style shows those of the remembered one, so that the first paint is right and nothing moves afterwards.
 */
export function ForAccess({ of, as: Element = 'div', children }: ForAccessProps) {
  const shown = useContext(ShownAccess)
  if (shown !== null && !of.some((access) => access === shown)) return null
  return (
    <Element className={classNames(styles.part, ...of.map((access) => styles[access]))}>{children}</Element>
  )
}
