/**
 * What the site costs a month for 100 to 1,000,000 students, and which limit is met first (docs/cost.md).
 *
 *   npm run cost               shows the page
 *   npm run cost -- --write    writes it
 *   npm run cost -- --json     the figures
 *
 * Exit codes: 0 done, 1 failed, 2 bad arguments.
 */
import { writeFile } from 'node:fs/promises'
import { BadArguments, defineCommand, runCommand } from './operations/command-line.ts'
import { readBasis } from './quality/cost/basis.ts'
import { costPage, figuresOf } from './quality/cost/page.ts'

const USAGE = `Usage : npm run cost [-- --json | --write]

Calcule ce que le site coûte par mois, à partir des unités mesurées, des prix datés et des usages supposés.
Sans option, affiche la page.
  --json   affiche les chiffres en JSON
  --write  écrit docs/cost.md
  --help   affiche cette aide`

const PAGE = new URL('../docs/cost.md', import.meta.url)

async function run({ json = false, write = false }: { json?: boolean; write?: boolean }): Promise<void> {
  if (json && write) throw new BadArguments('--json et --write ne vont pas ensemble.')
  const basis = readBasis()
  if (json) console.log(JSON.stringify(figuresOf(basis), null, 2))
  else if (write) {
    await writeFile(PAGE, costPage(basis))
    console.log('docs/cost.md est écrit. Relisez-le avec git diff.')
  } else console.log(costPage(basis))
}

export const command = defineCommand({
  usage: USAGE,
  options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
