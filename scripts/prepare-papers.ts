import { createPagesBucket } from '#functions/aws/buckets.ts'
import { createDistribution } from '#functions/aws/distribution.ts'
import { createDocumentHealth } from '#functions/data/document-health.ts'
import { createDocuments } from '#functions/data/documents.ts'
import { createPrepared } from '#functions/data/prepared.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { openDrive } from '#functions/drive/drive.ts'
import { systemClock } from '#functions/http/use-case.ts'
import { prepareDocument } from '#functions/preparation/prepare-document.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { defineCommand, flag, runCommand, stageOption } from './operations/command-line.ts'
import { listUnprepared } from './operations/deploy/content.ts'
import { openStageTable, readParameter } from './operations/stage-access.ts'

/** One that fails stops none of the others. @returns the titles of those that failed */
export async function prepareAll(
  documents: readonly Pick<Document, 'id' | 'title'>[],
  prepare: (id: string) => Promise<void>,
  report: (line: string) => void,
): Promise<string[]> {
  const failed: string[] = []
  for (const [index, { id, title }] of documents.entries()) {
    try {
      await prepare(id)
      report(`${index + 1}/${documents.length} ${title}`)
    } catch (error) {
      failed.push(title)
      const reason = error instanceof Error ? error.message : String(error)
      report(`${index + 1}/${documents.length} ${title} : ${reason}`)
    }
  }
  return failed
}

async function run(name: StageName, isDryRun: boolean): Promise<void> {
  const stage = loadStage(name)
  if (stage.deliveryMode === 'embed') return console.log('Rien à faire : les documents restent chez Drive.')
  const table = await openStageTable(name)
  const lists = { subjects: createSubjects(table), resources: createResources(table) }
  const documents = await listUnprepared(lists)
  if (isDryRun || documents.length === 0) return console.log(`${documents.length} PDF à préparer.`)
  const names = stageNames(name)
  const bucket = await readParameter(names.parameters.pagesBucket)
  if (bucket === null) throw new Error(`Le paramètre ${names.parameters.pagesBucket} est vide.`)
  const deps = {
    drive: openDrive({
      DRIVE_API_URL: stage.driveApiUrl,
      DRIVE_CREDENTIALS_SECRET_ID: names.secrets.driveCredentials,
    }),
    documents: createDocuments(table),
    prepared: createPrepared(table),
    documentHealth: createDocumentHealth(table),
    bucket: createPagesBucket(bucket),
    distribution: createDistribution(names.parameters.distributionId),
    clock: systemClock,
  }
  const failed = await prepareAll(documents, (id) => prepareDocument(deps, id), console.log)
  const left = await listUnprepared(lists)
  console.log(`${documents.length - left.length} PDF préparés, ${left.length} à reprendre.`)
  if (failed.length > 0) throw new Error('Relancez la même commande : elle reprend ce qui manque.')
}

export const command = defineCommand({
  name: 'npm run prepare-papers',
  summary: `Dessine les pages des PDF qui ne le sont pas encore, depuis cet ordinateur. Le site le fait de lui-même pour
chaque PDF nouveau ; la commande sert avant une mise à niveau qui en demande beaucoup à la fois. Interrompue, la
même commande continue.`,
  options: {
    stage: stageOption("l'installation"),
    'dry-run': flag('dit combien de PDF manquent et ne change rien'),
  },
  run: ({ stage, 'dry-run': isDryRun }) => run(stage, isDryRun),
})

if (import.meta.main) process.exitCode = await runCommand(command)
