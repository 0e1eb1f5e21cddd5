import type { Page } from '@playwright/test'
import { problems } from '#shared/contract/problems.ts'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleAnswer } from '#shared/test-support/page-answers.ts'

/** The answers that pages get; `empty`: lists without items. */
export type Content = 'samples' | 'empty' | 'failure' | 'pending'

/** Routes that the dashboard reads, with a pattern of their addresses; literal ones before those with parameters. */
const lists = (Object.entries(routes) as [RouteName, Route][])
  .filter(([, { method, access, csv }]) => method === 'GET' && access === 'owner' && csv.length === 0)
  .map(([name, { path }]) => ({ name, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => a.path.source.split('[').length - b.path.source.split('[').length)

/** Answers what the dashboard reads in the API's place. The page must have no service worker. */
export async function mockOwnerLists(page: Page, content: Content = 'samples'): Promise<void> {
  await page.route('**/api/admin/**', (call) => {
    const { pathname } = new URL(call.request().url())
    const list = lists.find(({ path }) => path.test(pathname))
    if (!list || call.request().method() !== 'GET') return call.fallback()
    if (content === 'pending') return undefined
    if (content === 'failure') {
      // Pages ask no second time after a refusal.
      const { status, ...problem } = problems.NOT_FOUND
      const json = { type: 'about:blank', ...problem, status, code: 'NOT_FOUND', requestId: 'r' }
      return call.fulfill({ status, contentType: 'application/problem+json', json })
    }
    const answer = sampleAnswer(list.name) as object
    return call.fulfill({
      json: content === 'empty' && 'items' in answer ? { ...answer, items: [] } : answer,
    })
  })
}
