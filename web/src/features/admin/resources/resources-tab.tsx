import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { fileTypeLabels, resourceTypeLabels } from '#shared/catalogue/subjects.ts'
import {
  deleteResource,
  exportResources,
  listResources,
  resourceStateLabels,
} from '#shared/contract/admin/resources.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { counted } from '#web/features/admin/admin-texts.ts'
import { ConfirmAction } from '#web/features/admin/confirm-action.tsx'
import { CsvButton, type CsvExport } from '#web/features/admin/csv-export.tsx'
import { CsvFileButton } from '#web/features/admin/csv-file-button.tsx'
import { type Column, DataList, useList } from '#web/features/admin/data-list.tsx'
import { RefreshButton } from '#web/features/admin/list-parts.tsx'
import { FilterField, SearchTools, useFilter, useSearchTerm } from '#web/features/admin/list-search.tsx'
import { call } from '#web/lib/api/call.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { Badge, Row, Stack } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import styles from './resources.module.css'

const ImportPanel = lazyComponent(async () => (await import('./import/import-panel.tsx')).ImportPanel)

const csvColumns: CsvExport<ManagedResource>['columns'] = [
  ['Titre', ({ title }) => title],
  ['Chapitre', ({ chapter }) => chapter],
  ['Filière', ({ track }) => track],
  ['Type', ({ resourceType }) => resourceTypeLabels[resourceType]],
  ['Année', ({ year }) => year],
  ['Session', ({ session }) => session],
]

const resourceColumns: readonly Column<ManagedResource>[] = [
  {
    title: 'Chapitre',
    className: styles.chapter,
    cell: ({ chapter, title }) => (
      <>
        {chapter}
        <span className={styles.title}>{title}</span>
      </>
    ),
  },
  {
    title: 'Type',
    cell: ({ type, isFree }) => (
      <Row>
        {fileTypeLabels[type]}
        {isFree && <Badge tone="success">Gratuit</Badge>}
      </Row>
    ),
  },
  { title: 'Filière', cell: ({ track }) => track },
  { title: 'Année', cell: ({ year }) => year },
  { title: 'Session', cell: ({ session }) => session },
  {
    title: 'Actions',
    className: styles.cell,
    cell: (resource, isBusy) => <ResourceActions resource={resource} isBusy={isBusy} />,
  },
]

/** Milliseconds. */
const FAILURE_MS = 3_000

function ResourceActions({ resource, isBusy }: { resource: ManagedResource; isBusy: boolean }) {
  const { id, title } = resource
  return (
    <div className={styles.actions}>
      <DialogButton
        Icon={Pencil}
        disabled={isBusy}
        renderDialog={(close) => <ResourceDialog editing={resource} onClose={close} />}
      >
        Modifier
      </DialogButton>
      <ConfirmAction
        route={deleteResource}
        input={{ params: { id } }}
        isDeletion
        done="Ressource supprimée avec succès"
        failed={() => ({
          text: 'Une erreur est survenue lors de la suppression de la ressource',
          ms: FAILURE_MS,
        })}
        variant="danger"
        Icon={Trash2}
        label={`Supprimer ${title}`}
        disabled={isBusy}
        title="Supprimer la ressource"
        confirm="Supprimer"
        question={
          <>
            <p>Êtes-vous sûr de vouloir supprimer cette ressource&nbsp;?</p>
            <p>{title}</p>
          </>
        }
      />
    </div>
  )
}

export function ResourcesTab() {
  const search = useSearchTerm()
  const state = useFilter('state', { '': 'Toutes les ressources', ...resourceStateLabels }, '')
  const query = { search: search.term, state: state.choice || undefined }
  const resources = useList(listResources, { query })
  const total = resources.data?.pages[0]?.total
  const isSettled = total !== undefined && !resources.isPlaceholderData
  const importHeading = useRef<HTMLHeadingElement>(null)
  const goToImport = () => {
    importHeading.current?.focus({ preventScroll: true })
    importHeading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Stack>
      <DataList
        title="Ressources"
        of={resources}
        error="Erreur lors du chargement des ressources"
        keyBy="id"
        empty={
          search.term === '' && !state.choice
            ? 'Aucune ressource enregistrée.'
            : 'Aucune ressource ne correspond à la recherche.'
        }
        table={{ caption: 'Ressources', columns: resourceColumns, compact: true }}
      >
        <Row>
          <DialogButton
            variant="primary"
            Icon={Plus}
            renderDialog={(close) => <ResourceDialog editing={null} onClose={close} />}
          >
            Ajouter
          </DialogButton>
          <Button variant="secondary" onClick={goToImport} Icon={FileUp}>
            Importer
          </Button>
          <CsvFileButton
            label="Exporter (CSV)"
            name="ressources"
            done="Ressources exportées"
            failed="Erreur lors de la récupération des ressources"
            route={exportResources}
          />
        </Row>
        <SearchTools
          of={search}
          placeholder="Rechercher une ressource..."
          found={
            isSettled && search.term !== ''
              ? `${counted(total, 'ressource trouvée')} pour «\u00a0${search.term}\u00a0»`
              : null
          }
        >
          <FilterField label="Afficher" of={state} />
          <RefreshButton of={resources} />
          {state.choice && (
            <CsvButton
              label="Cette liste (CSV)"
              of={{
                name: state.choice === 'broken' ? 'ressources-en-defaut' : 'ressources-jamais-ouvertes',
                readPage: (cursor) => call(listResources, { query: { ...query, limit: 100, cursor } }),
                columns: csvColumns,
              }}
            />
          )}
        </SearchTools>
      </DataList>
      <LazyPart>
        <ImportPanel heading={importHeading} />
      </LazyPart>
    </Stack>
  )
}
