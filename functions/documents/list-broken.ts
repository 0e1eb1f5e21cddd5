import type { BrokenDocument } from '#shared/entities/broken-document.ts'
import type { DocumentHealth } from '../data/document-health.ts'

/** Limit of the list. When Drive refuses all documents, the first ones show it. */
const MAX_LISTED = 2_000

/** Returns the documents that cannot be delivered, by title, and the end of the last round of checks. */
export async function listBroken(
  health: Pick<DocumentHealth, 'read'>,
): Promise<{ items: BrokenDocument[]; checkedAt: string | null }> {
  const { broken, round } = await health.read()
  const items = broken.toSorted((a, b) => a.title.localeCompare(b.title, 'fr'))
  return { items: items.slice(0, MAX_LISTED), checkedAt: round.checkedAt }
}
