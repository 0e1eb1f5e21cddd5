import { type RefObject, useEffect, useState } from 'react'

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
