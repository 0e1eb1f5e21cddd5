import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { listReports, updateReport } from '#shared/contract/admin/reports.ts'
import {
  MAX_REPORT_TEXT,
  REPORT_STATES,
  type Report,
  ReportState,
  reportKindLabels,
  reportStateLabels,
} from '#shared/entities/report.ts'
import { api } from '#web/lib/api/api.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Stack, Tools } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { failureText } from '../admin-texts.ts'
import { LoadMore, RefreshButton } from '../list-parts.tsx'

const FAILED = 'Erreur lors du chargement des signalements'
const columns = ['Reçu', 'Document', 'Problème', 'Note', 'Décision']
/** The sentence about an empty list, by state. */
const NONE: Record<ReportState, string> = {
  new: 'Aucun signalement nouveau.',
  corrected: 'Aucun signalement corrigé.',
  closed: 'Aucun signalement sans suite.',
}

/** The errors that students have reported, by state. */
export function ReportsPage() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('etat')
  const state = v.is(ReportState, wanted) ? wanted : 'new'
  const reports = useInfiniteQuery(api(listReports).infiniteQueryOptions({ query: { state } }))
  const [decided, setDecided] = useState<Report | null>(null)
  return (
    <Stack>
      <h2>Signalements</h2>
      <p>
        Les erreurs que des élèves ont vues dans les documents. Un document dont un signalement est « Corrigé
        » en montre la date dans ses listes.
      </p>
      <Tools>
        <SelectField
          label="État"
          value={state}
          onChange={({ target }) => setSearch(target.value === 'new' ? {} : { etat: target.value })}
        >
          {REPORT_STATES.map((each) => (
            <option key={each} value={each}>
              {reportStateLabels[each]}
            </option>
          ))}
        </SelectField>
        <RefreshButton isBusy={reports.isFetching} onRefresh={() => void reports.refetch()} />
      </Tools>
      <Loadable of={reports} error={FAILED}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length === 0 ? (
            <EmptyState>{NONE[state]}</EmptyState>
          ) : (
            <>
              <Table caption="Signalements" columns={columns}>
                {items.map((report) => (
                  <ReportRow key={report.id} report={report} onDecide={() => setDecided(report)} />
                ))}
              </Table>
              <LoadMore of={reports} error={FAILED} />
            </>
          )
        }}
      </Loadable>
      {decided && <DecisionDialog report={decided} onClose={() => setDecided(null)} />}
    </Stack>
  )
}

function ReportRow({ report, onDecide }: { report: Report; onDecide: () => void }) {
  const openDocument = useOpenDocument()
  const { documentId: id, title, type, page, kind, text, note, createdAt } = report
  return (
    <tr>
      <td data-label="Reçu">{formatMoment(createdAt)}</td>
      <th scope="row" data-label="Document">
        <Button variant="link" onClick={() => openDocument({ id, title, type, page, available: true })}>
          {page === null ? title : `${title}, page ${page}`}
        </Button>
      </th>
      <td data-label="Problème">
        <strong>{reportKindLabels[kind]}</strong>
        {text !== '' && <p>{text}</p>}
      </td>
      <td data-label="Note">{note}</td>
      <td data-label="Décision">
        <Button variant="secondary" aria-label={`Traiter : ${title}`} onClick={onDecide}>
          Traiter
        </Button>
      </td>
    </tr>
  )
}

function DecisionDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const deciding = useMutation({
    ...api(updateReport).mutationOptions(),
    onSuccess: ({ state }) => {
      onClose()
      showToast({
        kind: 'success',
        text: `Signalement enregistré : ${reportStateLabels[state].toLowerCase()}`,
      })
    },
  })
  return (
    <Dialog title="Traiter le signalement" onClose={() => !deciding.isPending && onClose()}>
      <Stack>
        <p>{report.title}</p>
        <CheckedForm
          schema={updateReport.body}
          submit="Enregistrer"
          submitting="Enregistrement..."
          isSubmitting={deciding.isPending}
          onSubmit={(body) => deciding.mutate({ params: { id: report.id }, body })}
          message={
            deciding.error && (
              <Alert kind="error">
                <p>{failureText(deciding.error, "Erreur lors de l'enregistrement")}</p>
              </Alert>
            )
          }
        >
          <SelectField
            label="État"
            name="state"
            defaultValue={report.state === 'new' ? 'corrected' : report.state}
          >
            {REPORT_STATES.map((each) => (
              <option key={each} value={each}>
                {reportStateLabels[each]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Note (facultative)"
            name="note"
            autoComplete="off"
            maxLength={MAX_REPORT_TEXT}
            defaultValue={report.note}
            hint="Pour les propriétaires : l'élève ne la voit pas."
          />
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}
