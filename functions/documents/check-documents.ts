import type { Context } from 'aws-lambda'
import * as v from 'valibot'
import { createDocumentHealth } from '../data/document-health.ts'
import { createDocumentList } from '../data/document-list.ts'
import { createProposals } from '../data/proposals.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { openDrive } from '../drive/drive.ts'
import { systemClock } from '../http/clock.ts'
import { logger } from '../http/log.ts'
import { checkBatch } from './check-batch.ts'
import { CheckEnvironment } from './environment.ts'
import { readNewPapers } from './read-papers.ts'

const env = v.parse(CheckEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const health = createDocumentHealth(table)
const drive = openDrive(env)
const papers = { drive, subjects: createSubjects(table), proposals: createProposals(table) }
const deps = { drive, documentList: createDocumentList(table), health, clock: systemClock }

/** Time reserved to finish and store the running work. */
const RESERVE_MS = 180_000

/**
 * Checks every document against Drive once a day, and reads the exercises of new papers. A run continues where the
 * previous one ended, so that a round may take several runs.
 * @throws DomainError DOCUMENT_SOURCE_FAILED when Drive does not answer, so that the run fails and is retried
 */
export async function handler(_event: unknown, context: Context): Promise<void> {
  let next = (await health.read()).round.cursor
  let checked = 0
  do {
    const done = await checkBatch(deps, next ?? undefined)
    checked += done.checked
    next = done.nextCursor
    if (next !== null) await health.saveCursor(next)
  } while (next !== null && context.getRemainingTimeInMillis() > RESERVE_MS)
  const papersRead = await readNewPapers(papers, () => context.getRemainingTimeInMillis() > RESERVE_MS)
  logger.info('documents checked', { checked, papersRead, isRoundOver: next === null })
}
