import { useInfiniteQuery } from '@tanstack/react-query'
import { listReports, updateReport } from '#shared/contract/admin/reports.ts'
import { MAX_REPORT_TEXT, type Report, reportKindLabels, reportStateLabels } from '#shared/entities/report.ts'
import { api } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type Column, DataList } from '../data-list.tsx'
import { DocumentLink, RefreshButton, Tools } from '../list-parts.tsx'
import { FilterField, useFilter } from '../list-search.tsx'

const columns: readonly Column<Report>[] = [
  { title: 'Reçu', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    title: 'Document',
    cell: ({ documentId: id, title, type, page }) => (
      <DocumentLink {...{ id, title, type, page }}>
        {page === null ? title : `${title}, page ${page}`}
      </DocumentLink>
    ),
  },
  {
    title: 'Problème',
    cell: ({ kind, text }) => (
      <>
        <strong>{reportKindLabels[kind]}</strong>
        {text !== '' && <p>{text}</p>}
      </>
    ),
  },
  { title: 'Note', cell: ({ note }) => note },
  {
    title: 'Décision',
    cell: (report) => (
      <DialogButton
        aria-label={`Traiter : ${report.title}`}
        renderDialog={(close) => <DecisionDialog report={report} onClose={close} />}
      >
        Traiter
      </DialogButton>
    ),
  },
]

export function ReportsPage() {
  const state = useFilter('etat', reportStateLabels, 'new')
  const reports = useInfiniteQuery(api(listReports).infiniteQueryOptions({ query: { state: state.choice } }))
  return (
    <DataList
      title="Signalements"
      of={reports}
      error="Erreur lors du chargement des signalements"
      keyBy="id"
      empty={`Aucun signalement ${reportStateLabels[state.choice].toLowerCase()}.`}
      table={{ caption: 'Signalements', columns, head: 1 }}
    >
      <p>
        Les erreurs que des élèves ont vues dans les documents. Un document dont un signalement est « Corrigé
        » en montre la date dans ses listes.
      </p>
      <Tools>
        <FilterField label="État" of={state} />
        <RefreshButton of={reports} />
      </Tools>
    </DataList>
  )
}

function DecisionDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const deciding = useAction(updateReport, {
    done: ({ state }) => `Signalement enregistré : ${reportStateLabels[state].toLowerCase()}`,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Traiter le signalement"
      intro={<p>{report.title}</p>}
      schema={updateReport.body}
      submit="Enregistrer"
      submitting="Enregistrement..."
      isSubmitting={deciding.isPending}
      message={<Failure of={deciding.error} text="Erreur lors de l'enregistrement" />}
      onSubmit={(body) => deciding.mutate({ params: { id: report.id }, body })}
      onClose={onClose}
    >
      <SelectField
        label="État"
        name="state"
        defaultValue={report.state === 'new' ? 'corrected' : report.state}
        choices={reportStateLabels}
      />
      <TextField
        label="Note (facultative)"
        name="note"
        autoComplete="off"
        maxLength={MAX_REPORT_TEXT}
        defaultValue={report.note}
        hint="Pour les propriétaires : l'élève ne la voit pas."
      />
    </FormDialog>
  )
}
