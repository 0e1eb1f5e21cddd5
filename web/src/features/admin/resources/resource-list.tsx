import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import type { ManagedResource } from '#shared/domain/document-input.ts'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from '../admin-texts.ts'
import { ListHeading, LoadMore, RefreshButton, SearchTools } from '../list-parts.tsx'
import { useSearchTerm } from '../use-search-term.ts'
import { resourcesQuery } from './requests/fetch-resources.ts'
import { ResourceRow } from './resource-row.tsx'
import { foundText, resourcesTexts as texts } from './resources-texts.ts'

const columns = ['Chapitre', 'Type', 'Filière', 'Année', 'Session', 'Actions']
const failure = listFailure(texts.listFailed)

type ResourceListProps = {
  editedId: string | undefined
  onEdit: (resource: ManagedResource) => void
  onDeleted: (id: string) => void
  onNotice: (notice: Notice) => void
  heading: Ref<HTMLHeadingElement>
  /** The ways to the parts below the list. */
  ways: ReactNode
}

/** The resources of the chapters: search, change and deletion. */
export function ResourceList({ editedId, onEdit, onDeleted, onNotice, heading, ways }: ResourceListProps) {
  const search = useSearchTerm()
  const { term } = search
  const resources = useInfiniteQuery({
    ...resourcesQuery(term),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({ items: pages.flatMap((page) => page.items), total: pages[0]?.total }),
  })
  const { data, hasNextPage, isFetching } = resources
  const isOld = resources.isPlaceholderData
  return (
    <Stack>
      <ListHeading ref={heading} title="Ressources" count={data?.total} />
      {ways}
      <SearchTools
        of={search}
        placeholder="Rechercher une ressource..."
        found={data && !isOld && term !== '' ? foundText(data.items.length, term, !hasNextPage) : null}
      >
        <RefreshButton isBusy={isFetching} onRefresh={() => void resources.refetch()} />
      </SearchTools>
      <Loadable of={resources} error={failure}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>
              {term === ''
                ? 'Aucune ressource enregistrée.'
                : 'Aucune ressource ne correspond à la recherche.'}
            </EmptyState>
          ) : (
            <Stack>
              <Table caption="Ressources" columns={columns} inline>
                {items.map((resource) => (
                  <ResourceRow
                    key={resource.id}
                    resource={resource}
                    isEdited={resource.id === editedId}
                    onEdit={() => onEdit(resource)}
                    onDeleted={() => onDeleted(resource.id)}
                    onNotice={onNotice}
                  />
                ))}
              </Table>
              <LoadMore of={resources} error={failure} />
            </Stack>
          )
        }
      </Loadable>
    </Stack>
  )
}
