import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { useClosing } from '#web/ui/disclosure.ts'
import styles from './action-menu.module.css'

type Action = { label: string; Icon: LucideIcon; onChoose: () => void }

type ActionMenuProps = { label: string; disabled: boolean; actions: readonly Action[] }

/** The actions that are needed now and then, behind a button. */
export function ActionMenu({ label, disabled, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  useClosing(area, isOpen, () => setOpen(false))
  const choose = (action: Action) => {
    setOpen(false)
    // Where a dialog gives the focus back to when it closes: the chosen line is gone by then.
    area.current?.querySelector('button')?.focus()
    action.onChoose()
  }
  return (
    <div ref={area} className={styles.menu}>
      <IconButton
        label={label}
        disabled={disabled}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <EllipsisVertical size={18} aria-hidden="true" />
      </IconButton>
      <ul id={id} hidden={!isOpen} className={styles.panel}>
        {actions.map((action) => (
          <li key={action.label}>
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
