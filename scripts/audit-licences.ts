import { readFileSync } from 'node:fs'
import { defineCommand, runCommand } from './operations/command-line.ts'

/** Allowed in browsers and on Lambda: licences that ask for a notice at most. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'])

/** What npm writes of a package into its lockfile. */
type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean }
export type Lockfile = { packages: Record<string, LockedPackage> }

/** `licence` as an SPDX expression; null without a statement. */
export type ShippedPackage = { name: string; version: string; licence: string | null }

/** Packages needed for more than building and testing, with their own dependencies; two versions of one are two. */
export function listShippedPackages({ packages }: Lockfile): ShippedPackage[] {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version = '', license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? null,
    }))
}

/** Of alternatives one must be allowed, of combined licences all; any other SPDX expression is for a person to read. */
export function isAllowed(licence: string | null): boolean {
  if (licence === null) return false
  const plain = licence.replace(/^\((.+)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part))
  return plain.split(' AND ').every((part) => ALLOWED.has(part))
}

async function auditLicences(): Promise<void> {
  const lockfile = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const shipped = listShippedPackages(JSON.parse(lockfile) as Lockfile)
  const counts = Map.groupBy(shipped, ({ licence }) => licence ?? 'inconnue')
  for (const [licence, packages] of [...counts].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`${String(packages.length).padStart(5)}  ${licence}`)

  const refused = shipped.filter(({ licence }) => !isAllowed(licence))
  if (refused.length === 0) {
    console.log(`${shipped.length} paquets livrés, tous sous une licence admise.`)
    return
  }
  const lines = refused.map(({ name, version, licence }) => `  ${name} ${version} : ${licence ?? 'inconnue'}`)
  throw new Error(
    `${refused.length} paquet(s) livré(s) sous une licence qui n'est pas admise :\n${lines.join('\n')}\n` +
      'Remplacez-les, ou lisez la licence et ajoutez-la à scripts/audit-licences.ts.',
  )
}

export const command = defineCommand({
  name: 'npm run audit:licences',
  summary: `Vérifie, d'après package-lock.json, la licence de chaque paquet livré aux navigateurs ou à Lambda.
Échoue si une licence est inconnue ou n'est pas dans la liste de scripts/audit-licences.ts.`,
  options: {},
  run: auditLicences,
})

if (import.meta.main) process.exitCode = await runCommand(command)
