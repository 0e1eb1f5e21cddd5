import type { Page } from '@playwright/test'

/** Lets a page's access token be one that the server no longer takes. @returns the token */
export async function spoilToken(page: Page): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? ''
    const spoiled = `${(localStorage.getItem(key) ?? '').slice(0, -8)}AAAAAAAA`
    localStorage.setItem(key, spoiled)
    return spoiled
  })
}
