import type { Page, Request, Route } from '@playwright/test'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ChapterItem, VideoItem } from '#shared/entities/resource.ts'

/** What the API says in a test's place: data, or a refusal of this status. */
export type GivenAnswer = { items: readonly object[] } | { status: number; code: string }

/** A document of a chapter as the API lists it. */
export function aDocument(overrides: Partial<ChapterItem> = {}): ChapterItem {
  return {
    id: 'doc-1',
    title: 'Énoncé : Dipôle RC - 2024 Normale',
    year: '2024',
    session: 'Normale',
    resourceType: 'exercise',
    type: 'pdf',
    isFree: false,
    available: true,
    size: null,
    pages: null,
    ...overrides,
  }
}

/** A free video as the API lists it. */
export function aVideo(overrides: Partial<VideoItem> = {}): VideoItem {
  return {
    id: 'video-1',
    title: 'Dipôle RC : la charge',
    description: 'Un cours.',
    track: TRACK_CODES[0],
    theme: 'electricite',
    chapter: 'Dipôle RC',
    year: '2025',
    session: 'Normale',
    thumbnail: null,
    createdAt: '2025-10-01T09:00:00.000Z',
    ...overrides,
  }
}

/**
 * Answers the calls of a path in the API's place until told otherwise; the page must have no service worker.
 * @param path such as '/api/videos'; what stands after it does not matter
 */
export async function answers(page: Page, path: string, answer: GivenAnswer): Promise<void> {
  const isAsked = (url: URL) => url.pathname.startsWith(path)
  await page.route(isAsked, (route) => fulfil(route, path, answer))
}

/** Whether a request is for this path of the API. */
export function asks(path: string): (request: Request) => boolean {
  return (request) => new URL(request.url()).pathname.startsWith(path)
}

/** The API's words for a refusal. */
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
