import { type APIRequestContext, expect } from '@playwright/test'
import type { OwnerCall } from './story.ts'

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

/** Publishes all pages and waits for it, so that the next story finds nothing of this one on them. */
export async function publishesAll(owner: OwnerCall): Promise<void> {
  const path = '/api/admin/publication'
  const { publishedAt: before } = await owner('POST', path)
  const isDone = async () => {
    const { state, publishedAt } = await owner('GET', path)
    return state === 'published' && publishedAt !== before
  }
  await expectPublished.poll(isDone, { intervals: [500] }).toBe(true)
}
