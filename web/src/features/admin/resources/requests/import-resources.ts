import { importResources as route } from '#shared/contract/admin-resources.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { call } from '#web/lib/api/call.ts'

/** A call works for up to 20 s; the line home may be slow too. */
const TIMEOUT_MS = 40_000

/** What became of each line, and where to go on. */
export type ImportAnswer = Parsed<typeof route.response>

/** Sends lines of CSV with their header; a dry run only says what would become of them. @throws ApiFailure */
export function importResources(csv: string, isDryRun: boolean): Promise<ImportAnswer> {
  return call(route, { query: { dryRun: isDryRun ? 'true' : 'false' }, body: csv }, { timeoutMs: TIMEOUT_MS })
}
