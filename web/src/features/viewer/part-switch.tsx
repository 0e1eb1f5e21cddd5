import { bytesText } from '#web/lib/documents/document-labels.ts'
import type { DocumentPart } from '#web/lib/documents/open-document.ts'
import styles from './viewer-toolbar.module.css'

/** The button of a document that costs more than 1 MB says so; it keeps its name. */
const isLarge = (size: number | null = 0): size is number => Number(size) > 1_000_000

type PartSwitchProps = { parts: readonly DocumentPart[]; shownId: string; onShow: (id: string) => void }

/** Shows one of several documents that belong together. */
export function PartSwitch({ parts, shownId, onShow }: PartSwitchProps) {
  return (
    <div role="group" aria-label="Documents du sujet" className={styles.parts}>
      {parts.map(({ id, label, size }, index) => (
        <button
          key={id}
          type="button"
          className={styles.part}
          aria-pressed={id === shownId}
          title={`${label}${isLarge(size) ? `, ${bytesText(size)}` : ''} (touche ${index + 1})`}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onShow(id)}
        >
          {label}
          {isLarge(size) && (
            <small aria-hidden="true" className={styles.switchSize}>
              {bytesText(size)}
            </small>
          )}
        </button>
      ))}
    </div>
  )
}
