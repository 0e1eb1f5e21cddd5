import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { resourceTypeLabels } from '#shared/catalogue/document-labels.ts'
import {
  exportResources,
  listResources,
  ResourceState,
  resourceStateLabels,
} from '#shared/contract/admin/resources.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted } from '../admin-texts.ts'
import { CsvButton, type CsvExport } from '../csv-export.tsx'
import { CsvFileButton } from '../csv-file-button.tsx'
import { ListHeading, LoadMore, RefreshButton, useFocusAfterRemoval } from '../list-parts.tsx'
import { SearchTools, useSearchTerm, withParameter } from '../list-search.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import { ResourceRow } from './resource-row.tsx'

const ImportPanel = lazyComponent(async () => (await import('./import/import-panel.tsx')).ImportPanel)

const columns = ['Chapitre', 'Type', 'Filière', 'Année', 'Session', 'Actions']
const FAILED = 'Erreur lors du chargement des ressources'

/** The resources of a state as a list to work through; the export is the file for the import. */
const listCsv = (choice: { search: string; state: ResourceState }): CsvExport<ManagedResource> => ({
  name: choice.state === 'broken' ? 'ressources-en-defaut' : 'ressources-jamais-ouvertes',
  readPage: (cursor) => call(listResources, { query: { ...choice, limit: 100, ...(cursor && { cursor }) } }),
  columns: [
    ['Titre', ({ title }) => title],
    ['Chapitre', ({ chapter }) => chapter],
    ['Filière', ({ track }) => track],
    ['Type', ({ resourceType }) => resourceTypeLabels[resourceType]],
    ['Année', ({ year }) => year],
    ['Session', ({ session }) => session],
  ],
})

/** The resources of the chapters: search, changes, and the import of many at once. */
export function ResourcesTab() {
  const [params, setParams] = useSearchParams()
  const search = useSearchTerm()
  const wanted = params.get('state')
  const state = v.is(ResourceState, wanted) ? wanted : undefined
  const choice = { search: search.term, ...(state && { state }) }
  const resources = useInfiniteQuery({
    ...api(listResources).infiniteQueryOptions({ query: choice }),
    placeholderData: keepPreviousData,
  })
  const items = resources.data?.pages.flatMap((page) => page.items)
  const total = resources.data?.pages[0]?.total
  const heading = useFocusAfterRemoval(items?.map(({ id }) => id))
  const importHeading = useRef<HTMLHeadingElement>(null)
  const [isAdding, setAdding] = useState(false)
  const goToImport = () => {
    importHeading.current?.focus({ preventScroll: true })
    importHeading.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <Stack>
      <ListHeading ref={heading} title="Ressources" count={total} />
      <Row>
        <Button onClick={() => setAdding(true)}>
          <Plus size={18} aria-hidden="true" />
          Ajouter
        </Button>
        <Button variant="secondary" onClick={goToImport}>
          <FileUp size={18} aria-hidden="true" />
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
          total === undefined || resources.isPlaceholderData || search.term === ''
            ? null
            : `${counted(total, 'ressource trouvée')} pour « ${search.term} »`
        }
      >
        <SelectField
          label="Afficher"
          value={state ?? ''}
          onChange={({ target }) => setParams((before) => withParameter(before, 'state', target.value))}
        >
          <option value="">Toutes les ressources</option>
          {Object.entries(resourceStateLabels).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </SelectField>
        <RefreshButton isBusy={resources.isFetching} onRefresh={() => void resources.refetch()} />
        {state && <CsvButton label="Cette liste (CSV)" of={listCsv({ ...choice, state })} />}
      </SearchTools>
      <Loadable of={resources} error={FAILED}>
        {() =>
          items?.length === 0 ? (
            <EmptyState>
              {search.term === '' && !state
                ? 'Aucune ressource enregistrée.'
                : 'Aucune ressource ne correspond à la recherche.'}
            </EmptyState>
          ) : (
            <Table caption="Ressources" columns={columns} compact>
              {items?.map((resource) => (
                <ResourceRow key={resource.id} resource={resource} />
              ))}
            </Table>
          )
        }
      </Loadable>
      {items && <LoadMore of={resources} error={FAILED} />}
      <LazyPart>
        <ImportPanel heading={importHeading} />
      </LazyPart>
      {isAdding && <ResourceDialog editing={null} onClose={() => setAdding(false)} />}
    </Stack>
  )
}
