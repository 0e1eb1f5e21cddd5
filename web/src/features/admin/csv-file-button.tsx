import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { exportResources } from '#shared/contract/admin/resources.ts'
import { joinCsvPages } from '#shared/domain/csv/csv-text.ts'
import { call } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure.ts'
import { saveCsv } from '#web/lib/csv-file.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
import { UNKNOWN_FAULT } from './admin-texts.ts'
import { readAll } from './csv-export.tsx'

// Apart from csv-export.tsx, which comes with the first page of the dashboard.

/** Milliseconds. */
const EXPORT_FAILURE_MS = 5_000

type CsvFileButtonProps = {
  label: string
  /** Has neither day nor extension. */
  name: string
  done: string
  failed: string
  /** The export of papers has the same form. */
  route: typeof exportResources
}

/** Saves the server's export, in the format that its import reads. */
export function CsvFileButton({ label, name, done, failed, route }: CsvFileButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const pages = await readAll(async (cursor) => {
        const { csv, nextCursor } = await call(route, { query: { cursor } })
        return { items: [csv], nextCursor }
      })
      return joinCsvPages(pages)
    },
    onSuccess: (csv) => {
      saveCsv(`${name}-${moroccanToday()}.csv`, csv)
      showToast({ kind: 'success', text: done })
    },
    onError: (error) => {
      const text = `${failed}: ${failureText(error, UNKNOWN_FAULT)}`
      showToast({ kind: 'error', text, ms: EXPORT_FAILURE_MS })
    },
  })
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()} Icon={Download}>
      {isPending ? 'Export en cours...' : label}
    </Button>
  )
}
