import type { BrokenDocument } from '#shared/entities/broken-document.ts'
import type { DocumentHealth } from '../data/document-health.ts'

/** When Drive refuses all of them, the list of the first shows it. */
const MAX_LISTED = 2_000

/** Returns the documents that cannot be delivered, by title, and when the last round of checks ended. */
export async function listBroken(
  health: Pick<DocumentHealth, 'read'>,
): Promise<{ items: BrokenDocument[]; checkedAt: string | null }> {
  const { broken, round } = await health.read()
  const items = broken.toSorted((a, b) => a.title.localeCompare(b.title, 'fr'))
  return { items: items.slice(0, MAX_LISTED), checkedAt: round.checkedAt }
}
