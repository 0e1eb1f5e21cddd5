import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import { openPdf } from '#web/lib/documents/pdf-file.ts'
import { ownCopy } from '#web/lib/documents/save-document.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { OnFailure } from '../use-document.ts'
import styles from './pdf-view.module.css'

type PrintState =
  | { step: 'idle' }
  | { step: 'loading'; share: number }
  | { step: 'drawing'; done: number; count: number }
  | { step: 'ready'; sheets: readonly string[] }

const IDLE: PrintState = { step: 'idle' }

/**
 * Prints the reader's own copy, whose pages carry their address and a code. They are drawn one after the other so that
 * memory stays small. `element` shows the progress.
 */
export function usePrint(id: string, onFailure: OnFailure) {
  const [state, setState] = useState(IDLE)
  const [abort, setAbort] = useState<AbortController | null>(null)
  useEffect(() => () => abort?.abort(), [abort])

  const print = useCallback(
    function start() {
      const controller = new AbortController()
      setAbort(controller)
      drawSheets(id, controller.signal, setState).catch((error: unknown) => {
        setState(IDLE)
        if (controller.signal.aborted) return
        // A document that cannot be printed can still be read.
        if (error instanceof ApiFailure && error.kind === 'refused')
          showToast({ kind: 'error', text: documentFailureText(error) })
        else
          onFailure(
            error instanceof ApiFailure ? error : new ApiFailure('unreachable', { cause: error }),
            start,
          )
      })
    },
    [id, onFailure],
  )

  const stop = useCallback(() => {
    abort?.abort()
    setAbort(null)
    setState(IDLE)
  }, [abort])

  const element = (
    <>
      {(state.step === 'loading' || state.step === 'drawing') && (
        <div className={styles.printing}>
          <p role="status">
            {state.step === 'loading'
              ? "Préparation de l'impression..."
              : `Préparation de l'impression : page ${state.done} sur ${state.count}`}
          </p>
          {state.step === 'loading' ? (
            <ProgressBar value={state.share} max={1} />
          ) : (
            <ProgressBar value={state.done} max={state.count} />
          )}
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
  id: string,
  signal: AbortSignal,
  onState: (state: PrintState) => void,
): Promise<void> {
  onState({ step: 'loading', share: 0 })
  const bytes = await ownCopy(id, {
    signal,
    onProgress: (share) => onState({ step: 'loading', share }),
  })
  const { count, picture } = await openPdf({
    // PDF.js takes over the buffer that it receives.
    read: async (begin, end) => bytes.slice(begin, end),
    total: () => bytes.length,
    expected: bytes.length,
    signal,
  })
  const sheets: string[] = []
  for (let number = 1; number <= count; number += 1) {
    onState({ step: 'drawing', done: number, count })
    sheets.push(await picture(number, signal))
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
