import { type RefObject, useEffect, useState } from 'react'

/** iPhones show only videos in full screen, by a method of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Full screen as the toolbar switches it. */
export type FullScreen = { isOn: boolean; toggle: () => void }

/**
 * Full screen for an element. Where the browser has it for videos only, the toolbar alone changes (`isBare`).
 * @param findVideo the video that is shown, if it is one
 */
export function useFullScreen(
  element: RefObject<HTMLElement | null>,
  findVideo: () => HTMLElement | null,
): FullScreen {
  const [isFull, setFull] = useState(false)
  const [isBare, setBare] = useState(false)
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
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
