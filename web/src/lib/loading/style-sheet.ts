/** Milliseconds; a slow network must not hold up a page that could run. */
const LONGEST_WAIT = 1_000

let loading: Promise<void> | undefined

/**
 * Requests the whole style sheet on a page that came with the style of its first paint only. The page calls it when its
 * scripts have arrived: requested with them, the sheet would share the connection and delay them.
 * @returns once the sheet applies, could not be loaded, or has been waited for long enough
 */
export function loadStyleSheet(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const href = document.querySelector<HTMLElement>('script[data-sheet]')?.dataset['sheet']
  if (!href) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  await new Promise((done) => {
    setTimeout(done, LONGEST_WAIT)
    link.addEventListener('load', done)
    link.addEventListener('error', done)
    document.head.append(link)
  })
}
