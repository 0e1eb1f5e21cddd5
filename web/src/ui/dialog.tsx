import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames, Stack } from './card.tsx'
import styles from './dialog.module.css'

type ModalProps = {
  labelledBy: string
  onClose: () => void
  screen?: boolean
  /** True for a second child beside the first, or under it in a narrow window. */
  split?: boolean
  /** True for a dialog at the top of a phone's screen, so that its list stays above the keyboard. */
  typing?: boolean
  /** True for a form whose fields stand beside each other. */
  wide?: boolean
  children: ReactNode
}

/**
 * A native modal dialog, open for as long as it is mounted. The browser keeps the focus inside and closes on Escape;
 * the focus returns to the control that opened it, or to the page. `screen` fills the window.
 */
export function Modal({
  labelledBy,
  onClose,
  screen = false,
  split = false,
  typing = false,
  wide = false,
  children,
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    // In a form the first field takes the focus, not the close button above it.
    if (!screen) dialog?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus()
    return () => {
      dialog?.close()
      // The control that opened the dialog may have been removed, as the sign-in button is after signing in.
      const back =
        before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main')
      back?.focus({ preventScroll: true })
    }
  }, [screen])
  const closeFromBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/no-noninteractive-element-interactions -- the keyboard has Escape, which the dialog itself reports as cancel
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      className={classNames(
        styles.dialog,
        screen && styles.screen,
        split && styles.split,
        typing && styles.typing,
        wide && styles.wide,
      )}
      onClick={closeFromBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        // React also passes on events of a dialog over this one, and a file field reports its own cancel.
        if (event.target === ref.current) onClose()
      }}
      onClose={() => {
        // Pressed once more, Escape closes without asking. What refuses to close, as while it is sent, opens again.
        if (!ref.current || ref.current.open) return
        ref.current.showModal()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** A modal with a title and a close button; its parts are stacked with the usual gap. */
export function Dialog({
  title,
  children,
  ...modal
}: { title: string } & Pick<ModalProps, 'onClose' | 'typing' | 'wide' | 'children'>) {
  const titleId = useId()
  return (
    <Modal {...modal} labelledBy={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Fermer" onClick={modal.onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.body}>
        <Stack>{children}</Stack>
      </div>
    </Modal>
  )
}
