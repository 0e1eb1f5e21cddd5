import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#scripts/operations/cdk.ts'
import { ensureChromium } from '#scripts/quality/checks/chromium.ts'
import { type Counts, playwrightCounts } from '#scripts/quality/checks/reports.ts'

/** By which the stories of bar R5 are marked. */
const TAG = '@R5'

/** Plays the browser tests of pages that are offline, asleep, or whose token ends (bar R5). */
export async function testBrowser(): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'))
  const report = join(folder, 'report.json')
  try {
    const program = createRequire(import.meta.url).resolve('@playwright/test/cli')
    const child = spawn(process.execPath, [program, 'test', '--grep', TAG, '--reporter=list,json'], {
      cwd: ROOT,
      env: { ...process.env, CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(child, 'exit')
    return playwrightCounts(JSON.parse(readFileSync(report, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
