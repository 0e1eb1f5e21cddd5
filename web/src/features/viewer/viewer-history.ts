import { useEffect, useEffectEvent, useRef } from 'react'

/** A document of the viewer, and the page at which it was left; null for a video. */
export type Step = { id: string; page: number | null }

type HistoryState = { viewer?: { key: string; at: number } } | null

/**
 * Keeps the steps between the documents of a viewer in the browser's history: 'back' returns to the previous document,
 * and from the first one closes the viewer. Each entry keeps the router's own state, so that the router sees no change.
 * @param onStep called when the reader returns to an entry
 */
export function useViewerHistory(firstId: string, onStep: (step: Step) => void, onClose: () => void) {
  const history = useRef<{ key: string; at: number; steps: Step[] } | null>(null)
  useEffect(() => {
    // Runs once, also in development, where effects run twice.
    if (history.current) return
    history.current = { key: crypto.randomUUID(), at: 0, steps: [{ id: firstId, page: null }] }
    pushEntry(history.current.key, 1)
    history.current.at = 1
  }, [firstId])
  const onPop = useEffectEvent(() => {
    const { current: viewer } = history
    if (!viewer) return
    const entry = (window.history.state as HistoryState)?.viewer
    viewer.at = entry?.key === viewer.key ? entry.at : 0
    const step = viewer.steps[viewer.at - 1]
    if (step) onStep(step)
    else onClose()
  })
  useEffect(() => {
    const listener = () => onPop()
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])

  return {
    /** Adds an entry for another document. @param page the page of the current document that is being read */
    push(id: string, page: number | null) {
      const { current: viewer } = history
      if (!viewer) return
      const steps = viewer.steps.slice(0, viewer.at)
      const left = steps.pop()
      viewer.steps = [...steps, ...(left ? [{ ...left, page }] : []), { id, page: null }]
      viewer.at += 1
      pushEntry(viewer.key, viewer.at)
    },
    /** Closes the viewer and leaves its entries. @param next what follows once they are left */
    close(next?: () => void) {
      const at = history.current?.at ?? 0
      history.current = null
      onClose()
      if (at > 0 && next) window.addEventListener('popstate', next, { once: true })
      if (at > 0) window.history.go(-at)
      else next?.()
    },
  }
}

function pushEntry(key: string, at: number): void {
  const state: HistoryState = { ...(window.history.state as HistoryState), viewer: { key, at } }
  window.history.pushState(state, '')
}
