import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { closeReports, listReports, MOST_CLOSED, updateReport } from '#shared/contract/admin/error-reports.ts'
import { MAX_REPORT_TEXT, type Report, reportKindLabels, reportStateLabels } from '#shared/entities/report.ts'
import { api } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Badge, Row } from '#web/ui/card.tsx'
import { DialogButton, FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { counted } from '../admin-texts.ts'
import { ConfirmAction } from '../confirm-action.tsx'
import { type Column, DataList } from '../data-list.tsx'
import styles from '../list-parts.module.css'
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
    className: styles.anywhere,
    cell: ({ kind, text, isFromYoungAccount }) => (
      <>
        <strong>{reportKindLabels[kind]}</strong> {isFromYoungAccount && <Badge>Compte récent</Badge>}
        {text !== '' && <p>{text}</p>}
      </>
    ),
  },
  { title: 'Note', className: styles.anywhere, cell: ({ note }) => note },
  {
    title: 'Décision',
    cell: (report) => (
      <Row>
        <DialogButton
          aria-label={`Traiter : ${report.title}`}
          renderDialog={(close) => <DecisionDialog report={report} onClose={close} />}
        >
          Traiter
        </DialogButton>
        {report.state === 'new' && report.network !== null && <CloseNetwork report={report} />}
      </Row>
    ),
  },
]

const choiceColumn = (
  chosen: ReadonlySet<string>,
  choose: (id: string, isChosen: boolean) => void,
): Column<Report> => ({
  title: 'Choix',
  cell: ({ id, title }) => (
    <Checkbox
      label="Choisir"
      aria-label={`Choisir : ${title}`}
      checked={chosen.has(id)}
      onChange={({ target }) => choose(id, target.checked)}
    />
  ),
})

export function ReportsPage() {
  const state = useFilter('etat', reportStateLabels, 'new')
  const reports = useInfiniteQuery(api(listReports).infiniteQueryOptions({ query: { state: state.choice } }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const open = (reports.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((each) => each.state === 'new')
  const selection = open.flatMap(({ id }) => (chosen.has(id) ? id : [])).slice(0, MOST_CLOSED)
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)))
  return (
    <DataList
      title="Signalements"
      of={reports}
      error="Erreur lors du chargement des signalements"
      keyBy="id"
      empty={`Aucun signalement ${reportStateLabels[state.choice].toLowerCase()}.`}
      table={{
        caption: 'Signalements',
        columns: state.choice === 'new' ? [...columns, choiceColumn(chosen, choose)] : columns,
        head: 1,
      }}
    >
      <p>
        Les erreurs que des élèves ont vues dans les documents. Un document dont un signalement est
        «&nbsp;Corrigé&nbsp;» en montre la date dans ses listes.
      </p>
      <Tools>
        <FilterField label="État" of={state} />
        <RefreshButton of={reports} />
      </Tools>
      {open.length > 0 && (
        <Row>
          <Checkbox
            label="Tout choisir"
            checked={selection.length > 0 && selection.length === Math.min(open.length, MOST_CLOSED)}
            onChange={({ target }) => setChosen(new Set(target.checked ? open.map(({ id }) => id) : []))}
          />
          <CloseSelection ids={selection} />
        </Row>
      )}
    </DataList>
  )
}

const closing = {
  route: closeReports,
  confirm: 'Classer sans suite',
  done: ({ closed }: { closed: number }) =>
    closed === 0 ? 'Aucun signalement à classer' : counted(closed, 'signalement classé'),
  failed: 'Erreur lors du classement des signalements',
}

function CloseSelection({ ids }: { ids: readonly string[] }) {
  return (
    <ConfirmAction
      {...closing}
      input={{ body: { ids: [...ids] } }}
      disabled={ids.length === 0}
      title="Classer la sélection sans suite"
      question={<p>{counted(ids.length, 'signalement')}&nbsp;: «&nbsp;Sans suite&nbsp;».</p>}
    >
      Classer sans suite ({ids.length})
    </ConfirmAction>
  )
}

/** Closes what came from the same internet connection, which may be a whole school's. */
function CloseNetwork({ report: { id, title } }: { report: Report }) {
  return (
    <ConfirmAction
      {...closing}
      input={{ body: { ids: [id], ofNetwork: true } }}
      aria-label={`Classer tout de ce réseau : ${title}`}
      title="Classer tout de ce réseau"
      question={
        <p>
          Tous les signalements nouveaux de la même connexion à Internet&nbsp;: «&nbsp;Sans suite&nbsp;». Une
          école entière peut partager une connexion.
        </p>
      }
    >
      Tout de ce réseau
    </ConfirmAction>
  )
}

function DecisionDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const deciding = useAction(updateReport, {
    done: ({ state }) => `Signalement enregistré\u00a0: ${reportStateLabels[state].toLowerCase()}`,
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
        hint="Pour les propriétaires&nbsp;: l'élève ne la voit pas."
      />
    </FormDialog>
  )
}
