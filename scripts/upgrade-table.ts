import { itemKey } from './operations/backup/stored-item.ts'
import { estimateItems, scanPages, type Write, writeItems } from './operations/backup/stored-table.ts'
import { hashItem } from './operations/backup/table-digest.ts'
import { defineCommand, flag, runCommand, stageOption } from './operations/command-line.ts'
import { openStoredTable, type StoredTable } from './operations/stage-access.ts'
import { formatCount, interruption, withProgress } from './operations/terminal.ts'
import { upgradeItem } from './operations/upgrade-item.ts'

/**
 * Rewrites the items of a table that still have the form of the version before. May be repeated; items that have the new
 * form are not written. Nothing else may write to the table meanwhile.
 * @returns how many items were rewritten and removed, or would be
 */
export async function upgradeTable(
  table: StoredTable,
  {
    isDryRun,
    signal,
    onItems,
  }: { isDryRun: boolean; signal: AbortSignal; onItems?: (items: number) => void },
): Promise<{ rewritten: number; removed: number }> {
  const sum = { rewritten: 0, removed: 0 }
  for await (const { items } of scanPages(table, { signal })) {
    const writes = items.flatMap((item): Write[] => {
      const upgraded = upgradeItem(item)
      if (!upgraded) return [{ remove: itemKey(item) }]
      return hashItem(upgraded) === hashItem(item) ? [] : [{ put: upgraded }]
    })
    if (!isDryRun) await writeItems(table, writes)
    for (const write of writes) sum['put' in write ? 'rewritten' : 'removed'] += 1
    onItems?.(items.length)
  }
  return sum
}

export const command = defineCommand({
  name: 'npm run upgrade-table',
  summary: `Met les éléments d'une table de la version précédente sous la forme que cette version enregistre. Fermez d'abord
le site (docs/runbook.md). Interrompue, la même commande continue ; une deuxième fois, elle ne change rien.`,
  options: {
    stage: stageOption("l'installation dont la table est à mettre à jour"),
    'dry-run': flag("compte ce qui changerait et n'écrit rien"),
  },
  run: async ({ stage, 'dry-run': isDryRun }) => {
    const signal = interruption('Interrompu. Pour continuer, relancez la même commande.')
    const table = await openStoredTable(stage)
    const { rewritten, removed } = await withProgress('Lecture', await estimateItems(table), (onItems) =>
      upgradeTable(table, { isDryRun, signal, onItems }),
    )
    console.log(
      `${isDryRun ? 'À faire' : 'Fait'} : ${formatCount(rewritten)} éléments réécrits, ${formatCount(removed)} supprimés.`,
    )
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
