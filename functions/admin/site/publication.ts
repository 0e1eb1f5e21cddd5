import type { PublicationView } from '#shared/contract/admin/publication.ts'
import type { PublicationState, Publications } from '../../data/publication.ts'
import type { Clock } from '../../http/clock.ts'

type PublicationDeps = { publications: Pick<Publications, 'read' | 'order'>; clock: Clock }

/** Returns the state of the publication of the pages. */
export async function getPublication({ publications, clock }: PublicationDeps): Promise<PublicationView> {
  const state = await publications.read()
  return {
    state: nameState(state, clock.now().toISOString()),
    publishedAt: state.finishedAt,
    filesWritten: state.filesWritten,
  }
}

/** Orders a publication. The table's stream carries the order to the publisher. */
export async function orderPublication(deps: PublicationDeps): Promise<PublicationView> {
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
