import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { listFailure } from './admin-texts.ts'
import { counted } from './counted.ts'
import { csvOf } from './csv.ts'
import { readAll } from './read-all.ts'
import { saveText } from './save-text.ts'

/** A list as a file: its columns in order, and where its pages come from. */
export type CsvExport<Item> = {
  /** Without its ending. */
  name: string
  columns: readonly (readonly [header: string, cell: (item: Item) => string])[]
  readPage: Parameters<typeof readAll<Item>>[0]['readPage']
  limit?: number
}

type CsvButtonProps<Item> = {
  label: string
  of: CsvExport<Item>
  onNotice: (notice: Notice | null) => void
}

/** Reads a list to its end and saves it as a CSV file; meanwhile it says how far it is. */
export function CsvButton<Item>({ label, of, onNotice }: CsvButtonProps<Item>) {
  const [count, setCount] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportCsv(of, setCount),
    onMutate: () => {
      setCount(0)
      onNotice(null)
    },
    onSuccess: (lines) => onNotice({ kind: 'success', text: counted(lines, 'ligne exportée') }),
    onError: (error) => onNotice({ kind: 'error', text: listFailure("Erreur lors de l'export")(error) }),
  })
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
      <Download size={18} aria-hidden="true" />
      {isPending ? `Export en cours... (${count})` : label}
    </Button>
  )
}

async function exportCsv<Item>(of: CsvExport<Item>, onProgress: (count: number) => void): Promise<number> {
  const { name, columns, readPage, limit } = of
  const items = await readAll({ readPage, onProgress, ...(limit !== undefined && { limit }) })
  const rows = items.map((item) => columns.map(([, cell]) => cell(item)))
  const header = columns.map(([title]) => title)
  saveText(`${name}.csv`, await csvOf(header, rows), 'text/csv;charset=utf-8')
  return items.length
}
