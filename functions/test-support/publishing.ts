import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { PAGES_BUCKET } from '#scripts/local/test-support/services.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { Table } from '../data/table/client.ts'
import { createContext } from './gateway.ts'
import { QUEUE_URLS } from './site.ts'

/** Renders the content itself as JSON, so that a test can read what a page would contain. */
const RENDERER = `export async function* renderSite(content) {
  const body = JSON.stringify(content, (_key, value) => (value instanceof Map ? [...value] : value))
  yield { path: 'index.html', body, contentType: 'text/html' }
}
export const shareCards = () => []`

/**
 * Returns the handler of the publisher with a renderer of one page. It uses the table and the SDK's environment
 * variables. A call may get changes of the table's stream.
 */
export async function openPublisher(
  table: Table,
): Promise<(event?: Partial<DynamoDBStreamEvent>) => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'renderer-'))
  writeFileSync(join(folder, 'renderer.js'), RENDERER)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'client-build.json'), '{}')
  Object.assign(process.env, {
    TABLE_NAME: table.name,
    FIRST_SETTINGS: JSON.stringify(sampleSettings),
    SITE_NAME: 'Révision',
    PUBLIC_ORIGIN: '',
    SITE_BUCKET: 'site-test',
    PAGES_BUCKET,
    PREPARATION_QUEUE_URL: QUEUE_URLS.all,
    RENDERER_FOLDER: pathToFileURL(`${folder}/`).href,
  })
  const { handler } = await import('../publishing/handler.ts')
  return (event = {}) => handler(event, { ...createContext(), getRemainingTimeInMillis: () => 60_000 })
}
