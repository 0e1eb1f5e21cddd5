import { listen } from '#web/lib/listen.ts'

/** Not every browser has https://developer.mozilla.org/docs/Web/API/NetworkInformation. */
type NetworkInformation = { saveData?: boolean; type?: string; effectiveType?: string }

/** Nothing is fetched ahead on a network that is slow or paid by the byte. @returns a function that cancels it */
export function whenIdle(task: () => void): () => void {
  if (savesData()) return () => {}
  let isOff = false
  const run = () => {
    if (!isOff) task()
  }
  // Safari has no idle callbacks.
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 500))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    isOff = true
  }
}

/** A browser that does not tell its network fetches ahead. */
function savesData(): boolean {
  const { connection = {} } = navigator as { connection?: NetworkInformation }
  const { saveData = false, type, effectiveType = '4g' } = connection
  return saveData || type === 'cellular' || effectiveType !== '4g'
}

/** Follows a message of the service worker; browsers have none without https, and in some private windows. */
export function onWorkerMessage<Message extends { type: string }>(
  type: Message['type'],
  listener: (message: Message) => void,
): () => void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return () => {}
  return listen(serviceWorker, 'message', ({ data }: MessageEvent<Message | null>) => {
    if (data?.type === type) listener(data)
  })
}

/** Asks the service worker to store files of the site ahead; nothing happens in browsers without one. */
export async function askWorker(type: 'FETCH_AHEAD' | 'FETCH_ACCOUNT_PAGES' | 'STORE_VIEWER'): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type })
}
