import { type APIRequestContext, expect } from '@playwright/test'

/** A machine under load needs many times as long to render all pages. */
const expectPublished = expect.configure({ timeout: 240_000 })

/** Waits until the public answer of a page is as expected. */
export async function isPublished(
  request: APIRequestContext,
  path: string,
  expected: { status?: number; html?: unknown },
): Promise<void> {
  const read = async () => {
    const answer = await request.get(path)
    return { status: answer.status(), html: await answer.text() }
  }
  await expectPublished.poll(read, { intervals: [500] }).toMatchObject(expected)
}
