import { readFile } from 'node:fs/promises'
import type { Context } from 'aws-lambda'
import * as v from 'valibot'
import type { ClientBuild, Renderer } from '#shared/contract/published-content.ts'
import { createDistribution } from '../aws/distribution.ts'
import { createSiteBucket } from '../aws/site-bucket.ts'
import { createPublications } from '../data/publication.ts'
import { createQuestions } from '../data/questions.ts'
import { createResources } from '../data/resources.ts'
import { createSettings } from '../data/settings.ts'
import { createSheets } from '../data/sheets.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { systemClock } from '../http/clock.ts'
import { logger } from '../http/log.ts'
import { PublisherEnvironment } from './environment.ts'
import { publishSite } from './publish-site.ts'
import { readContent } from './read-content.ts'

const env = v.parse(PublisherEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const deps = {
  site: { name: env.SITE_NAME, origin: env.PUBLIC_ORIGIN },
  settings: createSettings(table, env.FIRST_SETTINGS),
  subjects: createSubjects(table),
  resources: createResources(table),
  questions: createQuestions(table),
  sheets: createSheets(table),
  publications: createPublications(table),
  bucket: createSiteBucket(env.SITE_BUCKET),
  distribution: createDistribution(env.DISTRIBUTION_ID_PARAMETER),
  clock: systemClock,
  render,
}

async function* render() {
  const folder = new URL(env.RENDERER_FOLDER, import.meta.url)
  const [{ renderSite, shareCards }, build] = await Promise.all([
    import(new URL('renderer.js', folder).href) as Promise<Renderer>,
    readFile(new URL('client-build.json', folder), 'utf8'),
  ])
  const published = await readContent(deps)
  yield* renderSite(published, JSON.parse(build) as ClientBuild)
  yield* shareCards(published)
}

/**
 * Publishes the site: after a change (the table's stream), each day after midnight in Morocco, at the end of a
 * deployment, and on demand.
 * @throws Error of a failed publication, so that the caller repeats it
 */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const run = { id: context.awsRequestId, remainingMs: () => context.getRemainingTimeInMillis() }
  const startedAt = performance.now()
  const changed = await publishSite(deps, run)
  const durationMs = Math.round(performance.now() - startedAt)
  logger.info('site published', { isCovered: changed === null, files: changed?.length ?? 0, durationMs })
}
