import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LocalFunction } from '../runtime/local-function.ts'

const made: LocalFunction[] = []

/** Ends every function of a test file, since an open one would keep the run alive. */
export async function closeFunctions(): Promise<void> {
  await Promise.all(made.splice(0).map((local) => local.close()))
}

/** Makes a function of the local runtime with the given source as its bundle. */
export function functionOf(
  source: string,
  { environment = {}, timeoutMs = 60_000 }: { environment?: Record<string, string>; timeoutMs?: number } = {},
): { local: LocalFunction; lines: string[] } {
  const file = join(mkdtempSync(join(tmpdir(), 'function-')), 'index.mjs')
  writeFileSync(file, source)
  const lines: string[] = []
  const local = new LocalFunction({
    name: 'test-function',
    start: { bundle: pathToFileURL(file).href, handler: 'handler' },
    environment,
    timeoutMs,
    log: (line) => lines.push(line),
  })
  made.push(local)
  return { local, lines }
}
