import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/loadable.tsx'
import type { PdfFile } from './pdf-file.ts'
import styles from './pdf-view.module.css'
import type { OnFailure } from './use-document.ts'

type PrintState =
  | { step: 'idle' }
  | { step: 'drawing'; done: number; count: number }
  | { step: 'ready'; sheets: readonly string[] }

const IDLE: PrintState = { step: 'idle' }

/** Prints all pages, drawn one after the other so that memory stays small. `element` shows the progress. */
export function usePrint(pdf: PdfFile | null, watermark: string | null, onFailure: OnFailure) {
  const [state, setState] = useState(IDLE)
  const [abort, setAbort] = useState<AbortController | null>(null)
  useEffect(() => () => abort?.abort(), [abort])

  const print = useCallback(
    function start() {
      if (!pdf) return
      const controller = new AbortController()
      setAbort(controller)
      drawSheets(pdf, watermark, controller.signal, setState).catch((cause: unknown) => {
        setState(IDLE)
        if (!controller.signal.aborted) onFailure(new ApiFailure('unreachable', { cause }), start)
      })
    },
    [pdf, watermark, onFailure],
  )

  const stop = useCallback(() => {
    setAbort(null)
    setState(IDLE)
  }, [])

  const element = (
    <>
      {state.step === 'drawing' && (
        <div className={styles.printing}>
          <p role="status">{`Préparation de l'impression : page ${state.done} sur ${state.count}`}</p>
          <ProgressBar value={state.done} max={state.count} />
          <Button variant="secondary" onClick={stop}>
            Annuler
          </Button>
        </div>
      )}
      {state.step === 'ready' && <PrintSheets sheets={state.sheets} onPrinted={stop} />}
    </>
  )
  return { print, element }
}

async function drawSheets(
  { count, picture }: PdfFile,
  watermark: string | null,
  signal: AbortSignal,
  onState: (state: PrintState) => void,
): Promise<void> {
  const sheets: string[] = []
  for (let number = 1; number <= count; number += 1) {
    onState({ step: 'drawing', done: number, count })
    sheets.push(await picture(number, watermark, signal))
    signal.throwIfAborted()
  }
  onState({ step: 'ready', sheets })
}

/** The pages for the printer, hidden on the screen. Prints when all have loaded. */
function PrintSheets({ sheets, onPrinted }: { sheets: readonly string[]; onPrinted: () => void }) {
  const missing = useRef(sheets.length)
  const onLoad = () => {
    missing.current -= 1
    if (missing.current === 0) window.print()
  }
  useEffect(() => {
    const { classList } = document.body
    classList.add(styles.printed as string)
    window.addEventListener('afterprint', onPrinted)
    return () => {
      classList.remove(styles.printed as string)
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
