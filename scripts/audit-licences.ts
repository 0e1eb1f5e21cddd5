import { readFileSync } from 'node:fs'
import { defineCommand, runCommand } from './operations/command-line.ts'
import { type Lockfile, mayShip, shippedPackages } from './quality/checks/licences.ts'

async function auditLicences(): Promise<void> {
  const lockfile = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const shipped = shippedPackages(JSON.parse(lockfile) as Lockfile)
  const counts = Map.groupBy(shipped, ({ licence }) => licence ?? 'inconnue')
  for (const [licence, packages] of [...counts].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`${String(packages.length).padStart(5)}  ${licence}`)

  const refused = shipped.filter(({ licence }) => !mayShip(licence))
  if (refused.length === 0) {
    console.log(`${shipped.length} paquets livrés, tous sous une licence admise.`)
    return
  }
  const lines = refused.map(({ name, version, licence }) => `  ${name} ${version} : ${licence ?? 'inconnue'}`)
  throw new Error(
    `${refused.length} paquet(s) livré(s) sous une licence qui n'est pas admise :\n${lines.join('\n')}\n` +
      'Remplacez-les, ou lisez la licence et ajoutez-la à scripts/quality/checks/licences.ts.',
  )
}

export const command = defineCommand({
  name: 'npm run audit:licences',
  summary: `Vérifie, d'après package-lock.json, la licence de chaque paquet livré aux navigateurs ou à Lambda.
Échoue si une licence est inconnue ou n'est pas dans la liste de scripts/quality/checks/licences.ts.`,
  options: {},
  run: auditLicences,
})

if (import.meta.main) process.exitCode = await runCommand(command)
