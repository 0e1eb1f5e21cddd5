import * as v from 'valibot'
import type { ListedBroken } from '#shared/contract/admin/documents.ts'
import * as contract from '#shared/contract/admin/documents.ts'
import { searchInbox as searchInboxRoute } from '#shared/contract/admin/inbox.ts'
import { readProposals as readProposalsRoute } from '#shared/contract/admin/subjects.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import { createPagesBucket } from '../aws/buckets.ts'
import { createPreparationQueue } from '../aws/preparation-queue.ts'
import { createThrottles } from '../data/call-counts.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createDocumentList } from '../data/documents.ts'
import { createInbox } from '../data/inbox.ts'
import { createOpenings } from '../data/openings.ts'
import { createProposals } from '../data/proposals.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { openDrive } from '../drive/drive.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { createThrottle } from '../http/throttle.ts'
import { on } from '../http/use-case.ts'
import { checkBatch } from './check-batch.ts'
import { DocumentsEnvironment } from './environment.ts'
import { readProposals } from './read-papers.ts'
import { checkReference, listFolder } from './references.ts'
import { searchInbox } from './search-inbox.ts'

const env = v.parse(DocumentsEnvironment, process.env)
const { originSecrets, guard, table, clock } = openGuard(env)
const documentHealth = createDocumentHealth(table)
const openings = createOpenings(table)
const documentList = createDocumentList(table)
const proposals = createProposals(table)
const inbox = createInbox(table)
const subjects = createSubjects(table)
const resources = createResources(table)
const throttle = createThrottle({ throttles: createThrottles(table), clock })
const isStreamed = env.DELIVERY_MODE === 'stream'
const drive = isStreamed ? openDrive(env) : null
const bucket = isStreamed ? createPagesBucket(env.PAGES_BUCKET) : null
const queue = createPreparationQueue(isStreamed ? env.PREPARATION_QUEUE_URL : undefined)

const NOTHING_CHECKED = { checked: 0, broken: 0, nextCursor: null }
const NO_ACCESS: DriveAccess = { state: 'unused', account: null }

/** Limit of the list. When Drive refuses all documents, the first ones show it. */
const MAX_LISTED = 2_000
const OPENINGS_DAYS = 30

async function listBroken(): Promise<{ items: ListedBroken[]; checkedAt: string | null }> {
  const { broken, round } = await documentHealth.read()
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

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(contract.listBrokenDocuments, listBroken),
  on(contract.checkDocuments, ({ query }) =>
    drive ? checkBatch({ drive, documentList, documentHealth, queue, clock }, query.cursor) : NOTHING_CHECKED,
  ),
  on(contract.getDriveAccess, () => drive?.readAccess() ?? NO_ACCESS),
  on(contract.checkReference, ({ query }) => checkReference(drive, query.file, query.type)),
  on(readProposalsRoute, ({ params }) => readProposals({ bucket, proposals, queue }, params.id)),
  on(contract.listFolder, ({ query }) => listFolder(drive, query.folder, query.cursor)),
  on(searchInboxRoute, () => searchInbox({ drive, inbox, subjects, resources, clock })),
])
