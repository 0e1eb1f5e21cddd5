import { Maximize, Minimize, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { IconButton } from '#web/ui/button.tsx'
import styles from './viewer-toolbar.module.css'

type ViewerToolbarProps = {
  title: string
  titleId: string
  /** How heavy the document is. */
  weight?: string
  onClose: () => void
  fullScreen?: { isOn: boolean; toggle: () => void }
  children?: ReactNode
}

/** Title, weight, and what can be done with the document. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { title, titleId, weight = '', onClose, fullScreen, children } = props
  return (
    <div className={styles.toolbar}>
      <div className={styles.name}>
        {/* The dialog gives it the focus, so that reading begins here and no keyboard comes up on a phone. */}
        <h2
          id={titleId}
          className={styles.title}
          tabIndex={-1}
          ref={(element) => element?.setAttribute('autofocus', '')}
        >
          {withFrenchSpaces(title)}
        </h2>
        {weight !== '' && <p className={styles.weight}>{weight}</p>}
      </div>
      <div className={styles.tools}>
        {children}
        {fullScreen && (
          <IconButton
            label={fullScreen.isOn ? 'Quitter le plein écran' : 'Plein écran'}
            onClick={fullScreen.toggle}
          >
            {fullScreen.isOn ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          </IconButton>
        )}
      </div>
      <div className={styles.close}>
        <IconButton label="Fermer" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
