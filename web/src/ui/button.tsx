import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, type ComponentProps, type ReactNode, useRef } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './card.tsx'
import { useReturningFocus } from './disclosure.ts'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'premium' | 'danger' | 'link'
  Icon?: LucideIcon
  children?: ReactNode
}
type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & { shape?: string | undefined }

/** A square button with an icon; `label` names its action. */
export function IconButton({ label, ...rest }: ButtonProps & { label: string }) {
  return <Button variant="quiet" {...rest} aria-label={label} title={label} shape={styles.icon} />
}

/** A button of type `button` by default, which regains the focus after it was disabled. */
export function Button({
  variant = 'primary',
  type = 'button',
  shape,
  Icon,
  children,
  ...rest
}: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  useReturningFocus(element, rest.disabled ?? false)
  return (
    <button {...rest} ref={element} type={type} className={classNames(styles.button, styles[variant], shape)}>
      {Icon && <Icon size={18} aria-hidden="true" />}
      {children}
    </button>
  )
}

export function RetryButton(props: Pick<ButtonProps, 'variant' | 'onClick'>) {
  return (
    <Button variant="secondary" {...props}>
      Réessayer
    </Button>
  )
}

export function CancelButton(props: Pick<ButtonProps, 'variant' | 'onClick'>) {
  return (
    <Button variant="secondary" {...props}>
      Annuler
    </Button>
  )
}

/** A link to a page of the site that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  Icon,
  children,
  ...rest
}: Look & Omit<LinkProps, 'className' | 'children'>) {
  return (
    <Link {...rest} className={classNames(styles.button, styles[variant])}>
      {Icon && <Icon size={18} aria-hidden="true" />}
      {children}
    </Link>
  )
}

/** A link to another site that looks like a button; opens in a new tab. */
export function ExternalButtonLink({
  href,
  ...rest
}: { href: string } & Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'children'>) {
  return <ButtonLink {...rest} to={href} target="_blank" rel="noopener noreferrer" />
}
