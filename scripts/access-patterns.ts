/**
 * Measures what each route asks of the table and writes it to docs/access-patterns.md.
 *
 *   npm run access-patterns
 *
 * Exit codes: 0 done, 1 failed, 2 bad arguments.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { costTable, measureRoutes } from '#functions/test-support/ordinary-calls.ts'
import { defineCommand, runCommand } from './operations/command-line.ts'

const USAGE = `Usage : npm run access-patterns

Mesure les opérations et les unités de chaque route et les écrit dans docs/access-patterns.md.
  --help   affiche cette aide`

const PAGE = new URL('../docs/access-patterns.md', import.meta.url)
const TABLE = /(?<=<!-- generated:costs -->\n)[\s\S]*(?=\n<!-- \/generated -->)/

async function run(): Promise<void> {
  const costs = await measureRoutes()
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, costTable(costs)))
  console.log('docs/access-patterns.md est écrit. Relisez-le avec git diff.')
}

export const command = defineCommand({ usage: USAGE, options: {}, run })

if (import.meta.main) process.exitCode = await runCommand(command)
