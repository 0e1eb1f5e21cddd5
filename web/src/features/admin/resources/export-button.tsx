import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { troubleHint } from '#web/lib/api/failure.ts'
import { Button } from '#web/ui/button.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { saveText } from '../save-text.ts'
import { exportResources } from './requests/export-resources.ts'
import { resourcesTexts as texts } from './resources-texts.ts'

/** Saves every resource in the format that the import reads. */
export function ExportButton({ onNotice }: { onNotice: (notice: Notice) => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: exportResources,
    onSuccess: (csv) =>
      saveText(`ressources-${new Date().toISOString().slice(0, 10)}.csv`, csv, 'text/csv;charset=utf-8'),
    onError: (error) =>
      onNotice({ kind: 'error', text: troubleHint(error) ?? texts.exportFailed, ms: 5_000 }),
  })
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
      <Download size={18} aria-hidden="true" />
      {isPending ? 'Export en cours...' : 'Exporter (CSV)'}
    </Button>
  )
}
