import { type RefObject, useEffect, useState } from 'react'

/** iPhones show only videos full screen, by a word of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/**
 * Full screen on and off for an element. Where the browser knows it for videos alone (iPhone) a video takes that way, and
 * a document gets the whole window: `isBare` says that everything around it goes.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  const [isBare, setBare] = useState(false)
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])

  const toggle = () => {
    const video = element.current?.querySelector<PhoneVideo>('video')
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void element.current?.requestFullscreen().catch(() => setBare(true))
    else if (video?.webkitEnterFullscreen) video.webkitEnterFullscreen()
    else setBare(!isBare)
  }
  return { isOn: isFull || isBare, isBare, toggle }
}
