import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { Link } from 'react-router-dom'
import { listInbox, searchInbox } from '#shared/contract/admin/inbox.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { DataList } from '../data-list.tsx'
import { Tools } from '../list-parts.tsx'
import { FilterField, useFilter } from '../list-search.tsx'
import { inboxColumns } from './inbox-columns.tsx'

type Inbox = Parsed<typeof listInbox.response>

const SETTINGS = '/admin/parametres'

/** Drive may be slow with a large folder. */
const SEARCH_TIMEOUT_MS = 30_000

const faults = {
  'not-shared': "Le dossier n'existe pas, ou n'est pas partagé avec le compte de service.",
  'no-answer': "La dernière recherche n'a pas abouti : Google Drive n'a pas répondu.",
}

/** The files of the inbox folder in Drive, each with the document that its name describes. */
export function InboxPage() {
  const filter = useFilter('etat', { attente: 'À traiter', ignores: 'Ignorés' }, 'attente')
  const state = filter.choice === 'ignores' ? 'ignored' : 'waiting'
  const inbox = useQuery(api(listInbox).queryOptions({ query: { state } }))
  const client = useQueryClient()
  const search = useMutation({
    mutationFn: () => call(searchInbox, {}, { timeoutMs: SEARCH_TIMEOUT_MS }),
    // A failed search is part of the list too.
    onSettled: () => invalidateRoutes(client, searchInbox.invalidates),
    onMutate: () => showToast(null),
    onSuccess: () => showToast({ kind: 'success', text: 'Recherche terminée' }),
    onError: (error) =>
      showToast({ kind: 'error', text: failureText(error, 'Erreur lors de la recherche de fichiers') }),
  })
  return (
    <DataList
      title="Fichiers reçus"
      of={inbox}
      error="Erreur lors du chargement des fichiers reçus"
      keyBy="fileId"
      empty={inbox.data && <NoFiles inbox={inbox.data} state={state} />}
      table={{ caption: 'Fichiers reçus', columns: inboxColumns(state === 'ignored'), compact: true }}
    >
      <p>
        Ce que vous déposez dans votre dossier de réception de Google Drive, avec ce que le nom du fichier en
        dit. Rien ne paraît sur le site sans vous.
      </p>
      <Tools>
        <FilterField label="État" of={filter} />
        <Button
          variant="secondary"
          disabled={search.isPending}
          onClick={() => search.mutate()}
          Icon={FolderSearch}
        >
          {search.isPending ? 'Recherche en cours...' : 'Chercher maintenant'}
        </Button>
      </Tools>
      {inbox.data && <LastSearch inbox={inbox.data} />}
    </DataList>
  )
}

function LastSearch({ inbox: { hasFolder, searchedAt, fault, isCut } }: { inbox: Inbox }) {
  if (!hasFolder || searchedAt === null) return null
  if (fault)
    return (
      <Alert kind="error">
        <p>{faults[fault]}</p>
        <p>
          {fault === 'not-shared' ? <Link to={SETTINGS}>Vérifier le dossier</Link> : 'Réessayez plus tard.'}
        </p>
      </Alert>
    )
  return (
    <p>
      Dernière recherche : {formatMoment(searchedAt)}. Elle se refait chaque jour.
      {isCut && ' Le dossier contient plus de 500 fichiers : seuls les plus récents sont ici.'}
    </p>
  )
}

function NoFiles({ inbox, state }: { inbox: Inbox; state: 'waiting' | 'ignored' }) {
  if (!inbox.hasFolder)
    return (
      <EmptyState more={<Link to={SETTINGS}>Choisir le dossier</Link>}>
        Aucun dossier de réception n'est choisi.
      </EmptyState>
    )
  if (state === 'ignored') return <EmptyState>Aucun fichier ignoré.</EmptyState>
  if (inbox.searchedAt === null)
    return (
      <EmptyState more={<p>« Chercher maintenant » le lit ; ensuite, c'est fait chaque jour.</p>}>
        Le dossier n'a pas encore été lu.
      </EmptyState>
    )
  return (
    <EmptyState more={<p>Déposez des PDF ou des vidéos dans votre dossier, puis cherchez de nouveau.</p>}>
      Aucun fichier n'attend.
    </EmptyState>
  )
}
