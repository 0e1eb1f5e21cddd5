import { type ImgHTMLAttributes, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { pictureName } from '#shared/entities/prepared-document.ts'
import { isRefused, type OnFailure } from '#web/features/viewer/use-document.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { DocumentReplaced } from '#web/lib/documents/tickets.ts'
import { listen } from '#web/lib/listen.ts'

type PictureProps = { file: Blob } & Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'>

/** A picture that this page holds. The text over it says what it shows. A new file replaces it once it is decoded. */
export function Picture({ file, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return <img ref={image} alt="" draggable={false} {...rest} />
}

type PictureOptions = {
  document: PreparedDocument
  page: number
  /** False: what was fetched is released. */
  isWanted: boolean
  /** The large picture is fetched as well, and shown once it is there. */
  isLarge?: boolean
  /** Milliseconds before it is fetched: pages that only pass by while scrolling are not. */
  delay?: number
  onDelay?: (isDelayed: boolean) => void
  onFailure?: OnFailure
}

type Fetched = { small?: Blob; large?: Blob }

const NOTHING: Fetched = {}

/** Returns the picture of a page while it is wanted: null until it has arrived, and the reason if it does not arrive. */
export function usePicture(options: PictureOptions) {
  const { document, page, isWanted, isLarge = false, delay = 0 } = options
  const [fetched, setFetched] = useState(NOTHING)
  const [failure, setFailure] = useState<unknown>(null)
  const { small, large } = fetched
  const missing = !small ? 'small' : isLarge && !large ? 'large' : null
  const onFailure = useEffectEvent((error: unknown) => {
    if (isRefused(error) || error instanceof DocumentReplaced) options.onFailure?.(error)
    // Without its large picture a page is still readable.
    else if (missing === 'small') setFailure(error)
  })
  const onDelay = useEffectEvent((isDelayed: boolean) => options.onDelay?.(isDelayed))
  useEffect(() => {
    if (!isWanted || missing === null || failure !== null) return
    const abort = new AbortController()
    const { signal } = abort
    const fetchPicture = async () => {
      const name = pictureName(page, missing === 'large')
      try {
        const file = await document.file(name, { signal, onDelay: (isDelayed) => onDelay(isDelayed) })
        if (!signal.aborted) setFetched((before) => ({ ...before, [missing]: file }))
      } catch (error) {
        if (!signal.aborted) onFailure(error)
      }
    }
    const timer = setTimeout(() => void fetchPicture(), delay)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another delay starts no request anew
  }, [document, page, isWanted, missing, failure])
  useEffect(() => {
    if (failure === null) return
    return listen(window, 'online', () => setFailure(null))
  }, [failure])
  if (!isWanted && fetched !== NOTHING) setFetched(NOTHING)
  return {
    picture: (isLarge && large) || small || null,
    failure,
    retry: () => setFailure(null),
    /** Marks the picture as broken: the browser could not show it. */
    fail(error: unknown) {
      setFetched(NOTHING)
      setFailure(error)
    },
  }
}

/** True where the reader asks the browser to transfer little. Not every browser tells. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
}
