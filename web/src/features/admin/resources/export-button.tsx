import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { Button } from '#web/ui/button.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { UNKNOWN_FAULT } from '../admin-texts.ts'
import { saveText } from '../save-text.ts'
import { exportResources } from './requests/export-resources.ts'

/** Saves every resource in the format that the import reads. */
export function ExportButton({ onNotice }: { onNotice: (notice: Notice) => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: exportResources,
    onSuccess: (csv) => {
      saveText(`ressources-${new Date().toISOString().slice(0, 10)}.csv`, csv, 'text/csv;charset=utf-8')
      onNotice({ kind: 'success', text: 'Ressources exportées' })
    },
    onError: (error) =>
      onNotice({ kind: 'error', text: troubleHint(error) ?? exportFault(error), ms: 5_000 }),
  })
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
      <Download size={18} aria-hidden="true" />
      {isPending ? 'Export en cours...' : 'Exporter (CSV)'}
    </Button>
  )
}

function exportFault(error: Error): string {
  return `Erreur lors de la récupération des ressources: ${detailOf(error, UNKNOWN_FAULT)}`
}
