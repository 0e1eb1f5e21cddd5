import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '#scripts/operations/cdk.ts'
import type { KeptPart, Part, PartReport, Results } from './report.ts'

/** The results that the documentation shows. */
export const DOCUMENTED = join(ROOT, 'docs/performance.json')

/** What was measured so far. Where nothing was, on a fresh copy of the project, what the documentation shows. */
export function readResults(file: string): Results {
  const source = existsSync(file) ? file : DOCUMENTED
  return existsSync(source) ? (JSON.parse(readFileSync(source, 'utf8')) as Results) : {}
}

/** Puts a part in place of what was measured of it before. */
export async function keepPart(file: string, part: Part, report: PartReport): Promise<KeptPart> {
  const kept = { measuredAt: new Date().toISOString(), machine: machine(), ...report }
  await writeResults(file, { ...readResults(file), [part]: kept })
  return kept
}

export async function writeResults(file: string, results: Results): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
}

function machine(): string {
  const [first] = cpus()
  return `${cpus().length} × ${first?.model.trim() ?? process.arch}, ${process.platform}, Node ${process.versions.node}`
}
