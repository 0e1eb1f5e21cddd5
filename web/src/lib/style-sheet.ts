let loading: Promise<void> | undefined

/**
 * Requests the whole style sheet on a page that came with the style of its first paint alone. The page calls it when its
 * scripts are there: requested with them, the sheet would share the line and delay them.
 * @returns once the sheet applies, or could not be loaded
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
    link.addEventListener('load', done)
    link.addEventListener('error', done)
    document.head.append(link)
  })
}
