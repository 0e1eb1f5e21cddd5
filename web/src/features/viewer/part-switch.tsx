import type { DocumentPart } from '#web/lib/documents/open-document.ts'
import styles from './part-switch.module.css'

type PartSwitchProps = { parts: readonly DocumentPart[]; shownId: string; onShow: (id: string) => void }

/** Shows one of several documents that belong together. */
export function PartSwitch({ parts, shownId, onShow }: PartSwitchProps) {
  return (
    <div role="group" aria-label="Documents du sujet" className={styles.parts}>
      {parts.map(({ id, label }, index) => (
        <button
          key={id}
          type="button"
          className={styles.part}
          aria-pressed={id === shownId}
          title={`${label} (touche ${index + 1})`}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onShow(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
