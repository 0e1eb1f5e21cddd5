import { expect } from '@playwright/test'
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

/** Returns the names of what this browser keeps of documents: the cache of their files, and their list. */
export async function keptDocuments({ page }: Person): Promise<string[]> {
  return page.evaluate(async () => [
    ...(await caches.keys()).filter((name) => name === 'offline-documents'),
    ...Object.keys(localStorage).filter((key) => key === 'revision.offline'),
  ])
}

/** Waits until the device has everything that shows a kept document and the exercises on it. */
export async function isReadyForTunnel(person: Person): Promise<void> {
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
