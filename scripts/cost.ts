import { writeFile } from 'node:fs/promises'
import { BadArguments, defineCommand, flag, runCommand } from './operations/command-line.ts'
import { readBasis } from './quality/cost/basis.ts'
import { costPage, figuresOf } from './quality/cost/page.ts'

const PAGE = new URL('../docs/cost.md', import.meta.url)

export const command = defineCommand({
  name: 'npm run cost',
  summary: `Calcule ce que le site coûte par mois, à partir des unités mesurées, des prix datés et des usages supposés.
Sans option, affiche la page.`,
  options: { json: flag('affiche les chiffres en JSON'), write: flag('écrit docs/cost.md') },
  run: async ({ json, write }) => {
    if (json && write) throw new BadArguments('--json et --write ne vont pas ensemble.')
    const basis = readBasis()
    if (json) console.log(JSON.stringify(figuresOf(basis), null, 2))
    else if (write) {
      await writeFile(PAGE, costPage(basis))
      console.log('docs/cost.md est écrit. Relisez-le avec git diff.')
    } else console.log(costPage(basis))
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
