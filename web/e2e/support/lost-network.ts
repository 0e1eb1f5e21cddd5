import { expect } from '@playwright/test'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import type { Person } from './person.ts'

/** Returns paths and queries of everything that the browser keeps for the site, in all caches. */
export async function keptAddresses({ page }: Person): Promise<string[]> {
  const addresses = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  return addresses.map((address) => {
    const { pathname, search } = new URL(address)
    return pathname + search
  })
}

export async function keptDocuments({ page }: Person): Promise<string[]> {
  return page.evaluate(async () => [
    ...(await caches.keys()).filter((name) => name === 'offline-documents'),
    ...Object.keys(localStorage).filter((key) => key === 'revision.offline'),
  ])
}

/** Waits until the device has everything that shows a kept document and the exercises on it. */
async function isReadyForTunnel(person: Person): Promise<void> {
  const parts = ['pages-reader', 'offline-page', 'practice-bar', 'send-exercises']
  const missing = async () => {
    const kept = await keptAddresses(person)
    return parts.filter((part) => !kept.some((address) => address.includes(part)))
  }
  await expect.poll(missing, 'parts that are missing').toEqual([])
}

/** Keeps a paper with its correction on the device. */
export async function keepsPaper(person: Person, paper: string): Promise<void> {
  await person.opens(paper)
  await person.button('Garder hors ligne').click()
  // The link that follows once everything is kept.
  await person.sees('Voir ce qui est gardé')
  await isReadyForTunnel(person)
}

/** Console messages about a chunk that cannot be loaded. */
export const NOT_LOADED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|could not be loaded/

const contentType = 'text/html'

/** A server may send these in place of a chunk that a deployment has removed. */
export const REMOVED = {
  'not found': { status: 404, contentType, body: '<h1>Page introuvable</h1>' },
  'a page': { status: 200, contentType, body: '<div id="root"></div>' },
}

/** Matches the addresses of a chunk, whatever its version. */
export function chunk(name: string): RegExp {
  return new RegExp(`/assets/${name}-[\\w-]+\\.js$`)
}

/** Waits for a service worker that has fetched ahead. Lost chunks may be reported from then on. */
export async function opensSettled(person: Person, path: string, hasWorker = false): Promise<void> {
  person.announces(NOT_LOADED)
  await person.opens(path)
  if (!hasWorker) return
  const state = () => person.page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(state).toBe('activated')
  // While the worker fetches ahead, a busy browser does not announce every request of the page. This file is its last.
  const isAhead = () => person.page.evaluate(async (file) => Boolean(await caches.match(file)), SEARCH_FILE)
  await expect.poll(isAhead).toBe(true)
}

export async function showsPage({ page }: Person, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}
