import type { SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { DocumentId } from '#shared/entities/fields.ts'
import { createPagesBucket } from '../aws/buckets.ts'
import { createDistribution } from '../aws/distribution.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createDocuments } from '../data/documents.ts'
import { createPrepared } from '../data/prepared.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { openDrive } from '../drive/drive.ts'
import { logger } from '../http/log.ts'
import { systemClock } from '../http/use-case.ts'
import { PreparationEnvironment } from './environment.ts'
import { forgetUnused } from './forget.ts'
import { prepareDocument } from './prepare-document.ts'

const env = v.parse(PreparationEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const deps = {
  drive: openDrive(env),
  documents: createDocuments(table),
  prepared: createPrepared(table),
  documentHealth: createDocumentHealth(table),
  subjects: createSubjects(table),
  resources: createResources(table),
  bucket: createPagesBucket(env.PAGES_BUCKET),
  distribution: createDistribution(env.DISTRIBUTION_ID_PARAMETER),
  clock: systemClock,
}

const Message = v.pipe(v.string(), v.parseJson(), v.object({ documentId: DocumentId }))

/** Called by a schedule, it removes unused pictures. @throws Error, so that a message is delivered again */
export async function handler(event: Partial<SQSEvent>): Promise<void> {
  if (!event.Records) return forgetUnused(deps)
  for (const { body } of event.Records) {
    const { documentId } = v.parse(Message, body)
    const startedAt = performance.now()
    await prepareDocument(deps, documentId)
    logger.info('document looked at', { documentId, durationMs: Math.round(performance.now() - startedAt) })
  }
}
