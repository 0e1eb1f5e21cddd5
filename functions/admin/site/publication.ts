import type { PublicationView } from '#shared/contract/admin/publication.ts'
import type { PublicationState } from '../../data/publication.ts'
import type { Deps } from '../../http/deps.ts'

/** Returns the state of the publication of the pages. */
export async function getPublication({
  publications,
  clock,
}: Pick<Deps, 'publications' | 'clock'>): Promise<PublicationView> {
  const state = await publications.read()
  return {
    state: nameState(state, clock.now().toISOString()),
    publishedAt: state.finishedAt,
    filesWritten: state.filesWritten,
  }
}

/** Orders a publication. The table's stream carries the order to the publisher. */
export async function orderPublication(deps: Pick<Deps, 'publications' | 'clock'>): Promise<PublicationView> {
  await deps.publications.order(deps.clock.now())
  return getPublication(deps)
}

function nameState(
  { startedAt, runningUntil, requestedAt, failedAt, finishedAt }: PublicationState,
  now: string,
): PublicationView['state'] {
  if (runningUntil !== null && runningUntil > now) return 'running'
  if (requestedAt !== null && requestedAt > (startedAt ?? '')) return 'requested'
  if (failedAt !== null || runningUntil !== null) return 'failed'
  return finishedAt === null ? 'never' : 'published'
}
