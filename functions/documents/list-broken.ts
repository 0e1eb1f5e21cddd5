import type { BrokenDocument } from '#shared/entities/broken-document.ts'
import type { DocumentHealth } from '../data/document-health.ts'

/** The documents that cannot be delivered, by title, and when the last round of checks ended. */
export async function listBroken(
  health: Pick<DocumentHealth, 'read'>,
): Promise<{ items: BrokenDocument[]; checkedAt: string | null }> {
  const { broken, round } = await health.read()
  const items = broken.toSorted((a, b) => a.title.localeCompare(b.title, 'fr'))
  return { items, checkedAt: round.checkedAt }
}
