import type { ListedBroken } from '#shared/contract/admin/documents.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { DocumentHealth } from '../data/document-health.ts'
import type { Openings } from '../data/openings.ts'
import type { Clock } from '../http/deps.ts'

type ListDeps = {
  health: Pick<DocumentHealth, 'read'>
  openings: Pick<Openings, 'sumLastDays'>
  clock: Clock
}

/** Limit of the list. When Drive refuses all documents, the first ones show it. */
const MAX_LISTED = 2_000
/** A defect that is older is known. */
const OPENINGS_DAYS = 30

/** Returns the documents that readers cannot have, by title, each with its openings since, and the end of the last round. */
export async function listBroken({
  health,
  openings,
  clock,
}: ListDeps): Promise<{ items: ListedBroken[]; checkedAt: string | null }> {
  const { broken, round } = await health.read()
  const since = new Map(broken.map((each) => [each.id, moroccanDay(new Date(each.since))]))
  const opened =
    broken.length === 0
      ? new Map<string, number>()
      : await openings.sumLastDays(clock.now(), OPENINGS_DAYS, (id) => since.get(id))
  const items = broken
    .map((each) => ({ ...each, openings: opened.get(each.id) ?? 0 }))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'fr'))
  return { items: items.slice(0, MAX_LISTED), checkedAt: round.checkedAt }
}
