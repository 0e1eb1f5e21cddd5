import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { TRACK_CODES, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { listSheets } from '#shared/contract/admin/sheets.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { api } from '#web/lib/api/api.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge, Stack } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { counted } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'
import { RefreshButton, Tools } from '../list-parts.tsx'
import { hasDraft } from './sheet-draft.ts'
import { SheetEditor } from './sheet-editor.tsx'
import { listPlaces, parsePlace, type SheetPlace } from './sheet-place.ts'

type ListedSheet = Parsed<typeof listSheets.response>['items'][number]

const columns: readonly Column<SheetPlace & { sheet: ListedSheet | undefined }>[] = [
  { title: 'Chapitre', cell: ({ title }) => title },
  { title: 'Thème', cell: ({ theme }) => theme.title },
  {
    title: 'État',
    cell: ({ sheet, ...place }) => (
      <>
        {sheet ? `Écrite, ${formatMoment(sheet.updatedAt)}` : 'À écrire'}
        {hasDraft(place) && <Badge>Texte non publié</Badge>}
      </>
    ),
  },
  {
    title: 'Action',
    cell: ({ sheet, path, title }) => {
      const action = sheet ? 'Modifier' : 'Écrire'
      return (
        <ButtonLink to={`?chapitre=${path}`} variant="secondary" aria-label={`${action} : ${title}`}>
          {action}
        </ButtonLink>
      )
    },
  },
]

export function SheetsPage() {
  const [search] = useSearchParams()
  const place = parsePlace(search.get('chapitre'))
  return place ? <SheetEditor key={place.path} place={place} /> : <SheetList />
}

function SheetList() {
  const [search, setSearch] = useSearchParams()
  const code = TRACK_CODES.find((each) => each === search.get('filiere')) ?? TRACK_CODES[0]
  const sheets = useQuery(api(listSheets).queryOptions({}))
  return (
    <Stack>
      <h2>Fiches</h2>
      <p>
        Une fiche de révision paraît sur la page de son chapitre, ouverte à tous, et dans la recherche du
        site.
      </p>
      <Tools>
        <SelectField
          label="Filière"
          value={code}
          choices={Object.fromEntries(tracks.map((track) => [track.code, track.label]))}
          onChange={({ target }) => setSearch({ filiere: target.value })}
        />
        <RefreshButton of={sheets} />
      </Tools>
      <Loadable of={sheets} error="Erreur lors du chargement des fiches">
        {({ items }) => <SheetTable code={code} items={items.filter(({ track }) => track === code)} />}
      </Loadable>
    </Stack>
  )
}

function SheetTable({ code, items }: { code: TrackCode; items: readonly ListedSheet[] }) {
  const places = listPlaces(code).map((place) => ({
    ...place,
    sheet: items.find(({ theme, chapter }) => theme === place.theme.slug && chapter === place.title),
  }))
  const written = places.filter(({ sheet }) => sheet !== undefined).length
  return (
    <>
      <p role="status">
        {counted(written, 'fiche écrite')} sur {places.length} chapitres
      </p>
      <DataTable caption="Fiches" columns={columns} items={places} keyBy="path" compact />
    </>
  )
}
