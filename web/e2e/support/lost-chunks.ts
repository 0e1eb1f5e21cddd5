import { expect } from '@playwright/test'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import type { Person } from './person.ts'

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

/**
 * Opens a page, where there is a service worker once that controls it and has fetched ahead. Messages about lost chunks
 * are expected from then on.
 */
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

/** Waits for the page with this heading. */
export async function showsPage({ page }: Person, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}
