import type { Context } from 'aws-lambda'
import * as v from 'valibot'
import { createPagesBucket } from '../aws/buckets.ts'
import { createPreparationQueue } from '../aws/preparation-queue.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createDocumentList } from '../data/documents.ts'
import { createInbox } from '../data/inbox.ts'
import { createProposals } from '../data/proposals.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { openDrive } from '../drive/drive.ts'
import { describeError, logger } from '../http/log.ts'
import { systemClock } from '../http/use-case.ts'
import { checkBatch } from './check-batch.ts'
import { CheckEnvironment } from './environment.ts'
import { readNewPapers } from './read-papers.ts'
import { searchInbox } from './search-inbox.ts'

const env = v.parse(CheckEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const documentHealth = createDocumentHealth(table)
const drive = openDrive(env)
const subjects = createSubjects(table)
const papers = { bucket: createPagesBucket(env.PAGES_BUCKET), subjects, proposals: createProposals(table) }
const deps = {
  drive,
  documentList: createDocumentList(table),
  documentHealth,
  queue: createPreparationQueue(env.PREPARATION_QUEUE_URL),
  clock: systemClock,
}
const inboxDeps = {
  drive,
  inbox: createInbox(table),
  subjects,
  resources: createResources(table),
  clock: systemClock,
}

/** Time reserved to finish and store the running work, and to search the inbox. */
const RESERVE_MS = 180_000

/** Runs once a day. @throws DomainError DOCUMENT_SOURCE_FAILED, so that the run fails and is retried */
export async function handler(_event: unknown, context: Context): Promise<void> {
  try {
    await checkAll(() => context.getRemainingTimeInMillis() > RESERVE_MS)
  } finally {
    await searchInboxNightly()
  }
}

/** A run continues where the previous one ended, so that a round may take several runs. */
async function checkAll(mayGoOn: () => boolean): Promise<void> {
  let next = (await documentHealth.read()).round.cursor
  let checked = 0
  do {
    const done = await checkBatch(deps, next ?? undefined)
    checked += done.checked
    next = done.nextCursor
    if (next !== null) await documentHealth.saveCursor(next)
  } while (next !== null && mayGoOn())
  const papersRead = await readNewPapers(papers, mayGoOn)
  logger.info('documents checked', { checked, papersRead, isRoundOver: next === null })
}

/** A failure is shown to owners with the received files, and the next night tries again. */
async function searchInboxNightly(): Promise<void> {
  try {
    await searchInbox(inboxDeps)
  } catch (error) {
    logger.warn('inbox not searched', { cause: describeError(error) })
  }
}
