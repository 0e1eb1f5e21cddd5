import { problems } from '#shared/contract/problems.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { problem } from './answers.ts'
import type { Person } from './person.ts'

/** Answers the next claim of a session with this refusal. */
export async function claimIsRefused(
  { page }: Person,
  status: number,
  code: ErrorCode,
  retryAfterSeconds: number,
): Promise<void> {
  await page.route(
    (url) => url.pathname === '/api/session',
    (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { ...problem(status, code), detail: problems[code].detail, retryAfterSeconds },
      }),
    { times: 1 },
  )
}
