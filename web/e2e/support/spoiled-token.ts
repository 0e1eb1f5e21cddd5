import type { Page } from '@playwright/test'

/** Replaces a page's access token by one that the server refuses. @returns true when the page still keeps it */
export async function spoilToken(page: Page): Promise<() => Promise<boolean>> {
  const spoiled = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? ''
    const token = `${(localStorage.getItem(key) ?? '').slice(0, -8)}AAAAAAAA`
    localStorage.setItem(key, token)
    return token
  })
  return () => page.evaluate((token) => Object.values(localStorage).includes(token), spoiled)
}
