/** Not every browser has https://developer.mozilla.org/docs/Web/API/NetworkInformation. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string }

/**
 * Runs a task once the page has loaded and has nothing else to do. It does not run on a network that is slow or paid by
 * the byte: the task is for things that will probably be needed and can be fetched later.
 * @returns a function that cancels it
 */
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

function savesData(): boolean {
  const { connection = {} } = navigator as { connection?: NetworkInformation }
  return connection.saveData === true || (connection.effectiveType ?? '').endsWith('2g')
}
