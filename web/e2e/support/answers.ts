import type { Page, Request, Route } from '@playwright/test'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem } from '#shared/entities/resource.ts'

/** An answer that a test gives in the API's place: data, or a refusal of this status. */
export type GivenAnswer = { items: readonly object[] } | { status: number; code: string }

/** A document of a chapter as the API lists it. */
export function chapterItem(changes: Partial<ChapterItem> = {}): ChapterItem {
  const exercise = { id: 'doc-1', year: '2024', session: 'Normale', resourceType: 'exercise' } as const
  return createSample(ChapterItem, { ...exercise, title: 'Énoncé : Dipôle RC - 2024 Normale', ...changes })
}

/**
 * Answers the calls of a path in the API's place until another answer is set; the page must have no service worker.
 * @param path such as '/api/videos'; it matches every path that begins with it
 */
export async function answers(page: Page, path: string, answer: GivenAnswer): Promise<void> {
  const isAsked = (url: URL) => url.pathname.startsWith(path)
  await page.route(isAsked, (route) => fulfil(route, path, answer))
}

/** Returns a check whether a request is for this path of the API. */
export function asks(path: string): (request: Request) => boolean {
  return (request) => new URL(request.url()).pathname.startsWith(path)
}

/** Returns a refusal in the API's format. */
export function problem(status: number, code: string): object {
  return { type: 'about:blank', title: '', status, code, detail: '', requestId: 'r' }
}

async function fulfil(route: Route, path: string, answer: GivenAnswer): Promise<void> {
  if ('status' in answer)
    return route.fulfill({
      status: answer.status,
      contentType: 'application/problem+json',
      json: problem(answer.status, answer.code),
    })
  const [, , , track, theme, chapter] = path.split('/')
  const place = path.startsWith('/api/chapters/') && { track, theme, chapter: Number(chapter), title: '' }
  return route.fulfill({ json: { ...place, ...answer } })
}
