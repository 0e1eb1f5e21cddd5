import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import type { Person } from './person.ts'

export type ReceivedScript = {
  file: string
  /** Bytes, gzipped as the edge does it. */
  size: number
  /** The part of the site that it belongs to, where that must not come unrequested. */
  isOf: 'account service' | 'viewer' | 'search' | null
}

/** Words that occur only in the code of one part. */
const MARKS = [
  { word: 'AWSCognitoIdentityProviderService', isOf: 'account service' },
  { word: 'Pages du document', isOf: 'viewer' },
  { word: 'aria-autocomplete', isOf: 'search' },
] as const

/** Scripts by their addresses, which contain a hash of their content. */
const known = new Map<string, Promise<ReceivedScript>>()

/** Keeps each script that a page receives from now on; pages must have no service worker. */
export function receivedScripts(page: Page): { read: () => Promise<ReceivedScript[]> } {
  const arriving = new Map<string, Promise<ReceivedScript>>()
  page.on('response', (response) => {
    const address = response.url()
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    const script = known.get(address) ?? scriptOf(page, response)
    known.set(address, script)
    script.catch(() => known.delete(address))
    arriving.set(address, script)
  })
  return { read: () => Promise.all(arriving.values()) }
}

export function bytesOf(scripts: readonly ReceivedScript[]): number {
  return scripts.reduce((sum, { size }) => sum + size, 0)
}

async function scriptOf(page: Page, response: Response): Promise<ReceivedScript> {
  const text = await textOf(page, response)
  return {
    file: new URL(response.url()).pathname.split('/').at(-1) ?? '',
    size: gzipSync(text, { level: 6 }).length,
    isOf: MARKS.find(({ word }) => text.includes(word))?.isOf ?? null,
  }
}

/** The browser forgets what it received for a page that was left. The address names the content, so that it stays. */
async function textOf(page: Page, response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    return (await page.request.get(response.url())).text()
  }
}

/** The measures of a visit; none of them is a time. */
type Watched = {
  layoutShift: number
  /** The page itself, and the requests that its first paint waits for. */
  requestsBeforeContent: number
  /** Steps from the page to its last script, without the search, which is fetched while the page is idle. */
  scriptSteps: number
  scripts: ReceivedScript[]
}

type Recorded = Omit<Watched, 'scripts' | 'scriptSteps'> & { listed: string[] }

/** Pages must have no service worker; the scripts are those of all openings together. */
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
      const isListed = ({ file, isOf }: ReceivedScript) =>
        isOf === 'search' || listed.some((address) => address.endsWith(`/${file}`))
      return { ...watched, scripts: received, scriptSteps: received.every(isListed) ? 1 : 2 }
    },
  }
}
