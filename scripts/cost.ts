import { defineCommand, flag, runCommand } from './operations/command-line.ts'
import { costSections } from './quality/cost/bill.ts'
import { writeSections } from './quality/generated-sections.ts'

export const command = defineCommand({
  name: 'npm run cost',
  summary: `Calcule ce que le site coûte par mois, à partir des unités mesurées, des prix datés et des usages supposés.
Sans option, affiche les tableaux.`,
  options: { write: flag('écrit les tableaux dans docs/performance.md') },
  run: async ({ write }) => {
    const sections = costSections()
    if (!write) return console.log(Object.values(sections).join('\n\n'))
    writeSections('docs/performance.md', sections)
    console.log('docs/performance.md est écrit. Relisez-le avec git diff.')
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
