import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { exportResources, listResources } from '#shared/contract/admin/resources.ts'
import { api } from '#web/lib/api/api.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted } from '../admin-texts.ts'
import { CsvFileButton } from '../csv-file-button.tsx'
import { ListHeading, LoadMore, RefreshButton, useFocusAfterRemoval } from '../list-parts.tsx'
import { SearchTools, useSearchTerm } from '../list-search.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import { ResourceRow } from './resource-row.tsx'

const ImportPanel = lazyComponent(async () => (await import('./import/import-panel.tsx')).ImportPanel)

const columns = ['Chapitre', 'Type', 'Filière', 'Année', 'Session', 'Actions']
const FAILED = 'Erreur lors du chargement des ressources'

/** The resources of the chapters: search, changes, and the import of many at once. */
export function ResourcesTab() {
  const search = useSearchTerm()
  const resources = useInfiniteQuery({
    ...api(listResources).infiniteQueryOptions({ query: { search: search.term } }),
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
        <RefreshButton isBusy={resources.isFetching} onRefresh={() => void resources.refetch()} />
      </SearchTools>
      <Loadable of={resources} error={FAILED}>
        {() =>
          items?.length === 0 ? (
            <EmptyState>
              {search.term === ''
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
