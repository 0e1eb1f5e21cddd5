import type { Person } from './person.ts'
import { type ReceivedScript, receivedScripts } from './received-scripts.ts'

/** The measures of a visit; none of them is a time. */
export type Watched = {
  /** Sum of the layout shifts. */
  layoutShift: number
  /** The page itself, and the requests that its first paint waits for. */
  requestsBeforeContent: number
  /** Steps from the page to its last script, without the search, which is fetched while the page is idle. */
  scriptSteps: number
  scripts: ReceivedScript[]
}

type Recorded = Omit<Watched, 'scripts' | 'scriptSteps'> & { listed: string[] }

/**
 * Measures each opening of a page from now on; pages must have no service worker. The scripts are those of all openings
 * together.
 */
export async function watchedPage(person: Person): Promise<{ read: () => Promise<Watched> }> {
  const { page } = person
  const scripts = receivedScripts(page)
  await page.addInitScript(() => {
    const watch = Object.assign(window, { layoutShift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        watch.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    async read() {
      await person.hasLoaded()
      const recorded = await page.evaluate<Recorded>(() => {
        const fetched = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
          renderBlockingStatus: string
        })[]
        const blocking = fetched.filter((entry) => entry.renderBlockingStatus === 'blocking')
        return {
          layoutShift: (window as unknown as { layoutShift: number }).layoutShift,
          requestsBeforeContent: 1 + blocking.length,
          listed: document.querySelector<HTMLElement>('[data-scripts]')?.dataset['scripts']?.split(' ') ?? [],
        }
      })
      const { listed, ...watched } = recorded
      const received = await scripts.read()
      // A script requests the files that the page does not list.
      const isListed = ({ file, isOf }: ReceivedScript) =>
        isOf === 'search' || listed.some((address) => address.endsWith(`/${file}`))
      return { ...watched, scripts: received, scriptSteps: received.every(isListed) ? 1 : 2 }
    },
  }
}
