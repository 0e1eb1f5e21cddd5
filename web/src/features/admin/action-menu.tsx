import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useClosing } from '#web/ui/disclosure.ts'
import styles from './action-menu.module.css'

type Action = {
  label: string
  Icon: LucideIcon
  onChoose: () => void
  /** True for an action that takes something away; it stands apart at the end of the menu. */
  isDangerous?: boolean
  /** True for an action that wider windows offer outside the menu. */
  isPhoneOnly?: boolean
}

type ActionMenuProps = { label: string; disabled: boolean; actions: readonly Action[] }

/** A menu behind a button: it holds rare actions, and on a phone all of them. */
export function ActionMenu({ label, disabled, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  useClosing(area, isOpen, () => setOpen(false))
  const choose = (action: Action) => {
    setOpen(false)
    // A dialog that the action opens returns the focus here, since the chosen item is hidden by then.
    area.current?.querySelector('button')?.focus()
    action.onChoose()
  }
  return (
    <div ref={area} className={styles.menu}>
      <IconButton
        Icon={EllipsisVertical}
        label={label}
        disabled={disabled}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <ul id={id} hidden={!isOpen} className={styles.panel}>
        {actions.map((action) => (
          <li
            key={action.label}
            className={classNames(
              action.isPhoneOnly && styles.phoneOnly,
              action.isDangerous && styles.danger,
            )}
          >
            <button type="button" className={styles.item} disabled={disabled} onClick={() => choose(action)}>
              <action.Icon size={18} aria-hidden="true" />
              {action.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
