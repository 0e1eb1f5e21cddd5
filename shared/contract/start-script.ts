/**
 * The one script that stands in the pages themselves: it fetches the others, whose addresses are in its `data-scripts`,
 * the entry first. It runs once the page's style is there, so that on a slow network nothing competes with what the
 * first paint needs, and it is no further thing to wait for. The page counts as loaded when the entry has run, as if
 * its script stood there. The build writes it, and the pages' policy allows it alone, by its digest: not a character
 * may differ.
 */
export const START_SCRIPT = `const [src, ...parts] = document.currentScript.dataset.scripts.split(' ')
const add = (name, attributes) =>
  document.head.append(Object.assign(document.createElement(name), { crossOrigin: '' }, attributes))
for (const href of parts) add('link', { rel: 'modulepreload', href })
add('script', { type: 'module', src })`
