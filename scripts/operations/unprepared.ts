import { DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createResources, type Resources } from '#functions/data/resources.ts'
import { createSubjects, type Subjects } from '#functions/data/subjects.ts'
import { stageNames } from '#infra/names.ts'
import type { Stage } from '#infra/stages.ts'
import { type Document, documentOfResource, documentsOfSubject } from '#shared/domain/documents/document.ts'
import type { RegionAccess } from './deploy/account.ts'
import { type Finding, warning } from './deploy/configuration.ts'

type Lists = { subjects: Pick<Subjects, 'listAll'>; resources: Pick<Resources, 'listAll'> }

/** Returns the PDFs in Drive whose pictures are not made yet, papers first. */
export async function listUnprepared({ subjects, resources }: Lists): Promise<Document[]> {
  const [papers, others] = await Promise.all([subjects.listAll(), resources.listAll()])
  return [...papers.flatMap(documentsOfSubject), ...others.map(documentOfResource)].filter(
    ({ type, file, digest, fault }) =>
      type === 'pdf' && file.kind === 'drive' && digest === null && fault === null,
  )
}

/** Warns of PDFs that students would wait for. A stage that is deployed for the first time has none. */
export async function preparationFindings(
  { name, deliveryMode, auditRetentionDays }: Stage,
  access: RegionAccess,
): Promise<Finding[]> {
  if (deliveryMode === 'embed') return []
  try {
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(access))
    const table = { client, name: stageNames(name).table, auditRetentionDays }
    const { length } = await listUnprepared({
      subjects: createSubjects(table),
      resources: createResources(table),
    })
    if (length === 0) return []
    return [
      warning(`${length} PDF ne sont pas encore préparés : chacun ne s'ouvre qu'ensuite. Le site le fait de lui-même, dans la nuit ou
quand on les ouvre ; pour ne faire attendre personne : npm run prepare-papers -- --stage ${name}`),
    ]
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return []
    throw error
  }
}
