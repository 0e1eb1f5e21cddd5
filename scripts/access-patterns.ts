import { readFileSync, writeFileSync } from 'node:fs'
import { costTable, measureRoutes } from '#functions/test-support/ordinary-calls.ts'
import { defineCommand, runCommand } from './operations/command-line.ts'

const PAGE = new URL('../docs/access-patterns.md', import.meta.url)
const TABLE = /(?<=<!-- generated:costs -->\n)[\s\S]*(?=\n<!-- \/generated -->)/

async function run(): Promise<void> {
  const costs = await measureRoutes()
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, costTable(costs)))
  console.log('docs/access-patterns.md est écrit. Relisez-le avec git diff.')
}

export const command = defineCommand({
  name: 'npm run access-patterns',
  summary: 'Mesure les opérations et les unités de chaque route et les écrit dans docs/access-patterns.md.',
  options: {},
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
