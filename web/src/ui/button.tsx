import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'premium' | 'danger' | 'link'

type Look = { variant?: ButtonVariant; children: ReactNode }
type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'>

/** A button that does not submit unless told to. */
export function Button({ variant = 'primary', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={classNames(styles.button, styles[variant])} />
}

/** A square button with a picture only; `label` is what it does. */
export function IconButton({
  label,
  variant = 'quiet',
  type = 'button',
  ...rest
}: ButtonProps & { label: string }) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles.button, styles[variant], styles.icon)}
    />
  )
}

/** A link to a page of the site that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  ...rest
}: Look & Omit<LinkProps, 'className' | 'children'>) {
  return <Link {...rest} className={classNames(styles.button, styles[variant])} />
}
