/**
 * The one script that stands in the pages themselves: it fetches the others, whose addresses are in its `data-scripts`,
 * the entry first. It runs once the page's style is there, so that on a slow network nothing competes with what the
 * first paint needs, and it is no further thing to wait for. The build writes it, and the pages' policy allows it alone,
 * by its digest: not a character may differ.
 */
export const START_SCRIPT = `const [entry, ...parts] = document.currentScript.dataset.scripts.split(' ')
for (const href of parts) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
  document.head.append(link)
}
import(entry)`
