import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { Link } from 'react-router-dom'
import { partLabels } from '#shared/catalogue/subjects.ts'
import { type InboxItem, listInbox, searchInbox } from '#shared/contract/admin/inbox.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { namedPaper, namedResource } from '#shared/domain/documents/file-name.ts'
import {
  type DocumentGuess,
  inboxFaultTexts,
  LIKENESSES,
  type Likeness,
} from '#shared/entities/inbox-file.ts'
import { resourceTitle } from '#shared/entities/resource.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { type Column, DataList } from '#web/features/admin/data-list.tsx'
import { Tools } from '#web/features/admin/list-parts.tsx'
import { FilterField, useFilter } from '#web/features/admin/list-search.tsx'
import styles from '#web/features/admin/resources/resources.module.css'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { failureText } from '#web/lib/api/failure.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { sizeText } from '#web/lib/documents/document-labels.ts'
import { formatDay, formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { type Decision, DriveLink, InboxDialog, useInboxDecision } from './inbox-dialog.tsx'

type Inbox = Parsed<typeof listInbox.response>

const SETTINGS = '/admin/parametres'

const faults = {
  'not-shared': "Le dossier n'existe pas, ou n'est pas partagé avec le compte de service.",
  'no-answer': "La dernière recherche n'a pas abouti\u00a0: Google Drive n'a pas répondu.",
}

const inboxColumns = (isIgnored: boolean): readonly Column<InboxItem>[] => [
  { title: 'Document', cell: (item) => withFrenchSpaces(titleOf(item)) },
  {
    title: 'Fichier',
    cell: (item) => (
      <>
        <DriveLink item={item} />
        {[sizeText({ size: item.size, pages: null }), `reçu le ${formatDay(item.seenAt)}`]
          .filter(Boolean)
          .map((text) => ` · ${text}`)}
      </>
    ),
  },
  {
    title: 'Remarques',
    cell: (item) => remarksOf(item).map((remark) => <p key={remark}>{withFrenchSpaces(remark)}</p>),
  },
  {
    title: 'Actions',
    className: styles.cell,
    cell: (item, isBusy) => <InboxActions item={item} isBusy={isBusy} isIgnored={isIgnored} />,
  },
]

type InboxActionsProps = { item: InboxItem; isBusy: boolean; isIgnored: boolean }

function InboxActions({ item, isBusy, isIgnored }: InboxActionsProps) {
  const { decide } = useInboxDecision(item)
  const named = decisionNamed(item.guess)
  const title = titleOf(item)
  return (
    <div className={styles.actions}>
      {named && !item.fault && !item.obstacle && (
        <Button disabled={isBusy} aria-label={`Ajouter : ${title}`} onClick={() => decide(named)}>
          Ajouter
        </Button>
      )}
      {!item.fault && (
        <DialogButton
          disabled={isBusy}
          aria-label={`Modifier : ${title}`}
          renderDialog={(close) => <InboxDialog item={item} onClose={close} />}
        >
          Modifier
        </DialogButton>
      )}
      {!isIgnored && (
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={`Ignorer : ${title}`}
          onClick={() => decide({ action: 'ignore' })}
        >
          Ignorer
        </Button>
      )}
    </div>
  )
}

function decisionNamed(guess: DocumentGuess): Decision | null {
  const paper = namedPaper(guess)
  if (paper) return { action: 'subject', ...paper }
  const resource = namedResource(guess)
  return resource && { action: 'resource', ...resource }
}

/** 'SM 2025 Normale - Corrigé', or the name of a file that does not say enough. */
function titleOf({ guess, name }: InboxItem): string {
  const paper = namedPaper(guess)
  if (paper) return `${paper.track} ${paper.year} ${paper.session} - ${partLabels[paper.part]}`
  const resource = namedResource(guess)
  return resource ? `${resource.track} - ${resourceTitle(resource)}` : name || 'Sans nom'
}

const obstacles = {
  exists: 'Le site a déjà ce document.',
  'no-statement': "Ajoutez d'abord l'énoncé de ce sujet.",
}

const alike: Record<Likeness, string> = {
  size: 'Même taille que',
  name: 'Même nom que',
  place: 'Le site a déjà',
}

function remarksOf({ fault, guess, obstacle, lookalikes, doubles }: InboxItem): string[] {
  if (fault) return [`${inboxFaultTexts[fault]}.`]
  return [
    ...(obstacle ? [obstacles[obstacle]] : []),
    ...(decisionNamed(guess) ? [] : ['Le nom ne dit pas tout\u00a0: complétez avec «\u00a0Modifier\u00a0».']),
    ...LIKENESSES.flatMap((by) => {
      const titles = lookalikes.filter((document) => document.by === by).map(({ title }) => title)
      return titles.length > 0 ? [listed(alike[by], titles)] : []
    }),
    ...(doubles.length > 0 ? [listed('Ressemble à un fichier reçu\u00a0:', doubles)] : []),
  ]
}

/** 'Même taille que « A », « B ».' */
function listed(words: string, names: readonly string[]): string {
  return `${words} ${names.map((name) => `«\u00a0${name}\u00a0»`).join(', ')}.`
}

export function InboxPage() {
  const filter = useFilter('etat', { attente: 'À traiter', ignores: 'Ignorés' }, 'attente')
  const state = filter.choice === 'ignores' ? 'ignored' : 'waiting'
  const inbox = useQuery(api(listInbox).queryOptions({ query: { state } }))
  const client = useQueryClient()
  const search = useAction(searchInbox, {
    done: 'Recherche terminée',
    failed: (error) => {
      // A failed search is part of the list too.
      void invalidateRoutes(client, searchInbox.invalidates)
      return { text: failureText(error, 'Erreur lors de la recherche de fichiers') }
    },
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
          onClick={() => search.mutate({})}
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
      Dernière recherche&nbsp;: {formatMoment(searchedAt)}. Elle se refait chaque jour.
      {isCut && ' Le dossier contient plus de 500 fichiers\u00a0: seuls les plus récents sont ici.'}
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
      <EmptyState
        more={<p>«&nbsp;Chercher maintenant&nbsp;» le lit&nbsp;; ensuite, c'est fait chaque jour.</p>}
      >
        Le dossier n'a pas encore été lu.
      </EmptyState>
    )
  return (
    <EmptyState more={<p>Déposez des PDF ou des vidéos dans votre dossier, puis cherchez de nouveau.</p>}>
      Aucun fichier n'attend.
    </EmptyState>
  )
}
