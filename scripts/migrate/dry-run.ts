import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintIn } from './report.ts'

/** What a run depends on, beside what stands on the new site. */
export type Tried = {
  stage: string
  /** Of the files. */
  digest: string
  tables: readonly string[]
  admins: readonly string[]
  premiumUntil: string | null
}

/** Changes with everything that a run depends on. */
export function fingerprintOf(tried: Tried): string {
  return createHash('sha256').update(JSON.stringify(tried)).digest('hex')
}

/** Where the reports of a stage are: beside the exports, whose addresses they hold too. */
export function reportPath(folder: string, stage: string, kind: 'dry-run' | 'done'): string {
  return join(folder, `reprise-${stage}-${kind === 'dry-run' ? 'simulation' : 'resultat'}.txt`)
}

/** Keeps a report where only the operator reads it. */
export async function writeReport(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
}

/**
 * Makes sure that the same files were tried with the same options.
 * @throws Error that says what to do
 */
export async function assertTried(path: string, fingerprint: string): Promise<void> {
  const report = await readFile(path, 'utf8').catch(() => null)
  if (report === null)
    throw new Error(
      `Aucune simulation n'a été faite (${path}).\nLancez d'abord la même commande avec --dry-run et lisez son rapport.`,
    )
  if (fingerprintIn(report) !== fingerprint)
    throw new Error(
      `Les fichiers ou les options ont changé depuis la simulation (${path}).\nRelancez-la avec --dry-run et lisez son rapport.`,
    )
}
