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

/** Kept back of the function's time, to finish and write what was started. */
const RESERVE_MS = 180_000

/**
 * Daily check of every document against Drive, and the exercises that new papers announce in their text. A run continues
 * where the previous one ended, so that a round may take several.
 * @throws DomainError DOCUMENT_SOURCE_FAILED when Drive does not answer, so that the run counts as failed and is retried
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
