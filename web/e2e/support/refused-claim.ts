import { problem } from './answers.ts'
import type { Person } from './person.ts'

/** Answers the next claim of a session with this refusal. */
export async function claimIsRefused(
  { page }: Person,
  status: number,
  code: string,
  retryAfterSeconds: number,
): Promise<void> {
  await page.route(
    (url) => url.pathname === '/api/session',
    (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { ...problem(status, code), retryAfterSeconds },
      }),
    { times: 1 },
  )
}
