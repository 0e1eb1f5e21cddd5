import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useRef } from 'react'
import { resourceTypeLabels } from '#shared/catalogue/subjects.ts'
import { exportResources, listResources, resourceStateLabels } from '#shared/contract/admin/resources.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { counted } from '../admin-texts.ts'
import { CsvButton, type CsvExport } from '../csv-export.tsx'
import { CsvFileButton } from '../csv-file-button.tsx'
import { DataList } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { FilterField, SearchTools, useFilter, useSearchTerm } from '../list-search.tsx'
import { resourceColumns } from './resource-columns.tsx'
import { ResourceDialog } from './resource-dialog.tsx'

const ImportPanel = lazyComponent(async () => (await import('./import/import-panel.tsx')).ImportPanel)

/** The columns of a list to work through; the export is the file for the import. */
const csvColumns: CsvExport<ManagedResource>['columns'] = [
  ['Titre', ({ title }) => title],
  ['Chapitre', ({ chapter }) => chapter],
  ['Filière', ({ track }) => track],
  ['Type', ({ resourceType }) => resourceTypeLabels[resourceType]],
  ['Année', ({ year }) => year],
  ['Session', ({ session }) => session],
]

/** The resources of the chapters: search, changes, and the import of many at once. */
export function ResourcesTab() {
  const search = useSearchTerm()
  const state = useFilter('state', { '': 'Toutes les ressources', ...resourceStateLabels }, '')
  const query = { search: search.term, state: state.choice || undefined }
  const resources = useInfiniteQuery({
    ...api(listResources).infiniteQueryOptions({ query }),
    placeholderData: keepPreviousData,
  })
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
              ? `${counted(total, 'ressource trouvée')} pour « ${search.term} »`
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
