import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DocumentRequest, type ReadStep, viewerEntry } from '#web/lib/documents/open-document.ts'
import { endAll, listen } from '#web/lib/listen.ts'

type Options = {
  firstId: string
  /** Opens the viewer again from an entry; null for a page that does so itself. */
  request: DocumentRequest | null
  current: () => ReadStep
  onStep: (step: ReadStep) => void
  onClose: () => void
}

/**
 * Keeps the steps between the documents of a viewer in the browser's history: 'back' returns to the previous document,
 * and from the first one closes the viewer. A page that is reloaded shows the document again. Each entry keeps the
 * router's own state, so that the router sees no change.
 */
export function useViewerHistory({ firstId, request, current, onStep, onClose }: Options) {
  const history = useRef<{ key: string; at: number } | null>(null)
  const isVisit = request?.isVisit ?? false
  const put = (at: number, step: ReadStep, how: 'pushState' | 'replaceState') => {
    if (!history.current) return
    history.current.at = at
    const entry = { key: history.current.key, at, first: firstId, step, request }
    window.history[how]({ ...(window.history.state as object | null), viewer: entry }, '')
  }
  const begin = useEffectEvent(() => {
    // Runs once, also in development, where effects run twice.
    if (history.current) return
    const left = viewerEntry()
    const isReopened = left?.first === firstId
    history.current = { key: isReopened ? left.key : crypto.randomUUID(), at: isReopened ? left.at : 0 }
    if (isReopened) onStep(left.step)
    // The page of a visit has no entry of its own, so that 'back' leads to the page before.
    else put(1, { id: firstId, page: null }, isVisit ? 'replaceState' : 'pushState')
  })
  const onPop = useEffectEvent(() => {
    const { current: viewer } = history
    if (!viewer) return
    const entry = viewerEntry()
    viewer.at = entry?.key === viewer.key ? entry.at : 0
    if (entry && viewer.at > 0) onStep(entry.step)
    else onClose()
  })
  const onVisibility = useEffectEvent(() => {
    // A page that is reloaded, or dropped by a phone, is hidden before.
    if (document.hidden && viewerEntry()?.key === history.current?.key)
      put(history.current?.at ?? 0, current(), 'replaceState')
  })
  useEffect(() => {
    begin()
    return endAll(
      listen(window, 'popstate', () => onPop()),
      listen(document, 'visibilitychange', () => onVisibility()),
    )
  }, [])

  return {
    push(id: string) {
      const at = history.current?.at ?? 0
      put(at, current(), 'replaceState')
      put(at + 1, { id, page: null }, 'pushState')
    },
    /** Closes the viewer and leaves its entries. @param next what follows on its page once they are left */
    close(next?: () => void) {
      const at = (history.current?.at ?? 0) - (next && isVisit ? 1 : 0)
      history.current = null
      onClose()
      if (at > 0 && next) window.addEventListener('popstate', next, { once: true })
      if (at > 0) window.history.go(-at)
      else next?.()
    },
  }
}

/** iPhones show only videos in full screen, by a method of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export type FullScreen = { isOn: boolean; toggle: () => void }

/**
 * Returns full screen for an element. Where the browser has it for videos only, only the toolbar changes (`isBare`).
 * @param findVideo returns the video that is shown, if it is one
 */
export function useFullScreen(
  element: RefObject<HTMLElement | null>,
  findVideo: () => HTMLElement | null,
): FullScreen {
  const [isFull, setFull] = useState(false)
  const [isBare, setBare] = useState(false)
  useEffect(() => {
    return listen(document, 'fullscreenchange', () => setFull(document.fullscreenElement !== null))
  }, [])

  const toggle = () => {
    const video = findVideo() as PhoneVideo | null
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void element.current?.requestFullscreen().catch(() => setBare(true))
    else if (video?.webkitEnterFullscreen) video.webkitEnterFullscreen()
    else setBare(!isBare)
  }
  return { isOn: isFull || isBare, toggle }
}
