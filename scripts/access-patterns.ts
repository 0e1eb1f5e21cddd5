import { costTable, measureRoutes } from '#functions/test-support/ordinary-calls.ts'
import { defineCommand, runCommand } from './operations/command-line.ts'
import { writeSections } from './quality/generated-sections.ts'

async function run(): Promise<void> {
  // The functions run in this process, and would write log lines and metrics.
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' })
  writeSections('docs/access-patterns.md', { costs: costTable(await measureRoutes()) })
  console.log(`docs/access-patterns.md est écrit. Relisez-le avec git diff, puis écrivez ce qui en dépend :
  npm run cost -- --write
  npm run bench -- --only api --write`)
}

export const command = defineCommand({
  name: 'npm run access-patterns',
  summary: 'Mesure les opérations et les unités de chaque route et les écrit dans docs/access-patterns.md.',
  options: {},
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
