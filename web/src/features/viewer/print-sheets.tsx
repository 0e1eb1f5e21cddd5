import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './print-sheets.module.css'

/** The pages for the printer, which the screen does not show. Prints when all are there. */
export function PrintSheets({ sheets, onPrinted }: { sheets: readonly string[]; onPrinted: () => void }) {
  const missing = useRef(sheets.length)
  const onLoad = () => {
    missing.current -= 1
    if (missing.current === 0) window.print()
  }
  useEffect(() => {
    const { classList } = document.body
    classList.add(styles.printing as string)
    window.addEventListener('afterprint', onPrinted)
    return () => {
      classList.remove(styles.printing as string)
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [onPrinted])
  return createPortal(
    <div className={styles.sheets} aria-hidden="true">
      {sheets.map((sheet, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a page's number is its identity
        <img key={index} src={sheet} alt="" className={styles.sheet} onLoad={onLoad} />
      ))}
    </div>,
    document.body,
  )
}
