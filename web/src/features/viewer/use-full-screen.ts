import { type RefObject, useEffect, useState } from 'react'

/** Full screen on and off for an element; phones that cannot do it say so. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const onChange = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void element.current?.requestFullscreen().catch(() => undefined)
  }
  return { isPossible: document.fullscreenEnabled, isOn, toggle }
}
