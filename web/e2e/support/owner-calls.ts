import { type APIRequestContext, expect } from '@playwright/test'
import type { SettingsView } from '#shared/entities/settings.ts'
import type { OwnerCall } from './story.ts'

/** A machine under load needs many times as long to render all pages. */
const expectPublished = expect.configure({ timeout: 240_000 })

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
async function publishesAll(owner: OwnerCall): Promise<void> {
  const path = '/api/admin/publication'
  const { publishedAt: before } = await owner('POST', path)
  const isDone = async () => {
    const { state, publishedAt } = await owner('GET', path)
    return state === 'published' && publishedAt !== before
  }
  await expectPublished.poll(isDone, { intervals: [500] }).toBe(true)
}

/** Restores the settings of before a story, once it has ended. */
export function restoresSettings(before: SettingsView) {
  return async (owner: OwnerCall): Promise<void> => {
    const { version } = await owner('GET', '/api/admin/settings')
    await owner('PUT', '/api/admin/settings', { ...before, version })
    await publishesAll(owner)
  }
}

/** Returns the demo to what it was before a search of the inbox: without the documents made of received files. */
export async function returnsReceivedFiles(owner: OwnerCall): Promise<void> {
  const { items: subjects } = await owner('GET', '/api/admin/subjects')
  for (const { id, file, correction, video, ...subject } of subjects as Record<string, string>[]) {
    if (!/fichier-recu/.test(`${file} ${correction} ${video}`)) continue
    if (/fichier-recu/.test(`${file}`)) await owner('DELETE', `/api/admin/subjects/${id}`)
    else {
      const { track, year, session } = subject
      const kept = (text: string | undefined) => (text && !/fichier-recu/.test(text) ? text : null)
      const body = { track, year, session, file, correction: kept(correction), video: kept(video) }
      await owner('POST', '/api/admin/subjects?replace=true', body)
    }
  }
  const { items: resources } = await owner('GET', '/api/admin/resources?limit=20')
  for (const { id, file } of resources as Record<string, string>[])
    if (/fichier-recu/.test(`${file}`)) await owner('DELETE', `/api/admin/resources/${id}`)
  const settings = await owner('GET', '/api/admin/settings')
  const without = await owner('PUT', '/api/admin/settings', { ...settings, inboxFolder: null })
  await owner('POST', '/api/admin/documents/inbox')
  await owner('PUT', '/api/admin/settings', { ...without, inboxFolder: settings['inboxFolder'] })
}
