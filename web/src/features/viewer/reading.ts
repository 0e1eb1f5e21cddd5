import type { DocumentBytes, Trouble } from '#web/lib/documents/document-bytes.ts'

/**
 * How the bytes of an open document come.
 * - `waiting`: they do not, but are being tried for.
 * - `failed`: nobody tries any more until told to.
 */
type Flow = { step: 'reading' } | { step: 'waiting'; trouble: Trouble } | { step: 'failed'; error: unknown }

export type ReadingState = { flow: Flow; loaded: number; total: number | null }

/** A document that is being read. What was asked for stays asked for: a failure is waited out until somebody retries. */
export type Reading = {
  /** As `DocumentBytes.read`, but rejects only when the reading is closed. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  retry(): void
  close(): void
  get(): ReadingState
  subscribe(onChange: () => void): () => void
}

/** Begins to read a document. */
export function createReading(bytes: DocumentBytes): Reading {
  let state: ReadingState = { flow: { step: 'reading' }, loaded: 0, total: null }
  const listeners = new Set<() => void>()
  const abort = new AbortController()
  let parked: (() => void)[] = []

  function change(next: Partial<ReadingState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const options = {
    signal: abort.signal,
    onBytes: (count: number) => change({ loaded: state.loaded + count, total: bytes.total() }),
    onTrouble(trouble: Trouble | null) {
      if (trouble !== null) change({ flow: { step: 'waiting', trouble } })
      else if (state.flow.step === 'waiting') change({ flow: { step: 'reading' } })
    },
  }

  function resume(): void {
    const waiting = parked
    parked = []
    for (const go of waiting) go()
  }

  return {
    async read(begin, end) {
      for (;;) {
        try {
          return await bytes.read(begin, end, options)
        } catch (error) {
          abort.signal.throwIfAborted()
          const again = new Promise<void>((resolve) => parked.push(resolve))
          change({ flow: { step: 'failed', error } })
          await again
          abort.signal.throwIfAborted()
        }
      }
    },
    retry() {
      if (state.flow.step !== 'failed') return
      change({ flow: { step: 'reading' } })
      resume()
    },
    close() {
      abort.abort()
      resume()
    },
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
