import { useCallback, useEffect, useState } from 'react'
import type { PagedDocument } from './paged-document.ts'

/** How far a print has come: its pages are being drawn, then they stand ready for the printer. */
type Printing =
  | { step: 'idle' }
  | { step: 'drawing'; done: number; count: number }
  | { step: 'ready'; sheets: readonly string[] }
  | { step: 'failed' }

const IDLE: Printing = { step: 'idle' }

/** Draws all pages, one after the other so that memory stays small, for the browser to print. */
export function usePrint(pages: PagedDocument | null, watermark: string | null) {
  const [printing, setPrinting] = useState(IDLE)
  const [abort, setAbort] = useState<AbortController | null>(null)
  useEffect(() => () => abort?.abort(), [abort])

  const start = useCallback(() => {
    if (!pages) return
    const stopper = new AbortController()
    setAbort(stopper)
    drawAll(pages, watermark, stopper.signal, setPrinting).catch(() => {
      setPrinting(stopper.signal.aborted ? IDLE : { step: 'failed' })
    })
  }, [pages, watermark])

  const stop = useCallback(() => {
    setAbort(null)
    setPrinting(IDLE)
  }, [])

  return { printing, start, stop }
}

async function drawAll(
  { count, picture }: PagedDocument,
  watermark: string | null,
  signal: AbortSignal,
  tell: (printing: Printing) => void,
): Promise<void> {
  const sheets: string[] = []
  for (let number = 1; number <= count; number += 1) {
    tell({ step: 'drawing', done: number, count })
    sheets.push(await picture(number, watermark, signal))
    signal.throwIfAborted()
  }
  tell({ step: 'ready', sheets })
}
