import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#web/lib/api/failure.ts'
import { createCsv, saveCsv } from '#web/lib/csv-file.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
import { counted } from './admin-texts.ts'

export type CsvExport<Item> = {
  /** Has no extension. */
  name: string
  columns: readonly (readonly [header: string, cell: (item: Item) => string])[]
  readPage: ReadPage<Item>
  /** The most lines of a file. @default all */
  limit?: number
}

/** Reads a page of a list, from the beginning without a cursor. */
type ReadPage<Item> = (
  cursor: string | undefined,
) => Promise<{ items: readonly Item[]; nextCursor: string | null }>

export function CsvButton<Item>({ label, of }: { label: string; of: CsvExport<Item> }) {
  const [count, setCount] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const items = await readAll(of.readPage, setCount, of.limit)
      await saveTable(of.name, of.columns, items)
      return items.length
    },
    onMutate: () => {
      setCount(0)
      showToast(null)
    },
    onSuccess: (lines) => showToast({ kind: 'success', text: exportedText(lines, of.limit) }),
    onError: (error) => showToast({ kind: 'error', text: failureText(error, "Erreur lors de l'export") }),
  })
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()} Icon={Download}>
      {isPending ? `Export en cours... (${count})` : label}
    </Button>
  )
}

/** '2 lignes exportées'; a file that ends at the limit may lack older lines. */
function exportedText(lines: number, limit = Number.POSITIVE_INFINITY): string {
  const text = counted(lines, 'ligne exportée')
  return lines < limit ? text : `${text}\u00a0: les plus récentes, car un fichier n'en contient pas plus`
}

export async function saveTable<Item>(
  name: string,
  columns: CsvExport<Item>['columns'],
  items: readonly Item[],
): Promise<void> {
  const rows = items.map((item) => columns.map(([, cell]) => cell(item)))
  const header = columns.map(([title]) => title)
  saveCsv(`${name}.csv`, await createCsv(header, rows))
}

export async function readAll<Item>(
  readPage: ReadPage<Item>,
  onProgress?: (count: number) => void,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page = await readPage(cursor)
    items.push(...page.items)
    onProgress?.(items.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && items.length < limit)
  return items
}
