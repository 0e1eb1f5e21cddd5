import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanSearch, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  checkDocuments,
  getDriveAccess,
  type ListedBroken,
  listBrokenDocuments,
} from '#shared/contract/admin/documents.ts'
import type { Overview } from '#shared/contract/admin/overview.ts'
import { syncUsers } from '#shared/contract/admin/users.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { faultAdvice, faultText } from '#shared/domain/documents/fault-texts.ts'
import { type DriveAccess as Access, missingPartTexts } from '#shared/entities/drive-access.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'

type Step = { nextCursor: string | null }

/** Work that the server does in parts; each answer names the start of the next part. */
type SteppedTask<S extends Step, T> = {
  step: (cursor: string | undefined) => Promise<S>
  start: T
  add: (sum: T, step: S) => T
  /** The routes whose answers the work makes outdated, also when it is stopped or fails half-way. */
  invalidates: readonly Route[]
}

/** Runs such work to its end and adds up its parts; after a failure or a stop the next run continues where it ended. */
export function useSteppedTask<S extends Step, T>({ step, start, add, invalidates }: SteppedTask<S, T>) {
  const client = useQueryClient()
  const [sum, setSum] = useState(start)
  const cursor = useRef<string | null>(null)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      // The work ends when the user leaves the page.
      isStopped.current = true
    },
    [],
  )
  const run = useMutation({
    mutationFn: async () => {
      isStopped.current = false
      let total = cursor.current === null ? start : sum
      setSum(total)
      do {
        // oxlint-disable-next-line no-await-in-loop -- each part names the next
        const done = await step(cursor.current ?? undefined)
        total = add(total, done)
        cursor.current = done.nextCursor
        setSum(total)
      } while (cursor.current !== null && !isStopped.current)
      return { isComplete: cursor.current === null }
    },
    onSettled: () => void invalidateRoutes(client, invalidates),
  })
  return {
    sum,
    isRunning: run.isPending,
    isComplete: run.data?.isComplete ?? false,
    error: run.error,
    run: () => run.mutate(),
    stop: () => {
      isStopped.current = true
    },
  }
}

export function SyncAccounts() {
  const sync = useSteppedTask({
    step: (cursor) => call(syncUsers, { query: { cursor } }),
    start: 0,
    add: (created, step) => created + step.created,
    invalidates: syncUsers.invalidates,
  })
  return (
    <Card>
      <h3>Comptes sans profil</h3>
      <p>
        Un compte créé alors que le site était en panne peut manquer dans la liste des utilisateurs. La
        synchronisation crée les profils qui manquent.
      </p>
      <div>
        <Button variant="secondary" disabled={sync.isRunning} onClick={sync.run} Icon={UsersRound}>
          {sync.isRunning ? 'Synchronisation en cours...' : 'Synchroniser les comptes'}
        </Button>
      </div>
      <Failure of={sync.error} text="Erreur lors de la synchronisation" />
      <p role="status">{sync.isComplete && !sync.isRunning && `${counted(sync.sum, 'profil créé')}.`}</p>
    </Card>
  )
}

const columns: readonly Column<ListedBroken>[] = [
  { title: 'Document', cell: ({ title }) => title },
  {
    title: 'Défaut',
    cell: (broken) => (
      <>
        {faultText(broken)}
        <br />
        <small>{faultAdvice(broken)}</small>
      </>
    ),
  },
  { title: 'Depuis', cell: ({ since }) => formatMoment(since) },
  { title: 'Ouvertures depuis', cell: ({ openings }) => openings },
]

export function BrokenDocuments({ documents }: { documents: number }) {
  const broken = useQuery(api(listBrokenDocuments).queryOptions({}))
  const check = useSteppedTask({
    step: (cursor) => call(checkDocuments, { query: { cursor } }),
    start: { checked: 0, broken: 0 },
    add: (sum, step) => ({ checked: sum.checked + step.checked, broken: sum.broken + step.broken }),
    invalidates: checkDocuments.invalidates,
  })
  return (
    <Card>
      <h3 id="documents-en-defaut">Documents en défaut</h3>
      <Loadable of={broken} error="Erreur lors du chargement des documents en défaut">
        {({ items, checkedAt }) => (
          <>
            <p>{checkedAt ? `Dernière vérification : ${formatMoment(checkedAt)}` : 'Jamais vérifiés.'}</p>
            {items.length > 0 && (
              <DataTable caption="Documents en défaut" columns={columns} items={items} keyBy="id" />
            )}
            {items.length === 0 && checkedAt && <EmptyState>Aucun document en défaut.</EmptyState>}
          </>
        )}
      </Loadable>
      <Row>
        <Button variant="secondary" disabled={check.isRunning} onClick={check.run} Icon={ScanSearch}>
          {check.isRunning ? 'Vérification en cours...' : 'Vérifier maintenant'}
        </Button>
        {check.isRunning && (
          <Button variant="quiet" onClick={check.stop}>
            Arrêter
          </Button>
        )}
      </Row>
      <Failure of={check.error} text="Erreur lors de la vérification des documents" />
      {check.sum.checked > 0 && (
        <>
          <p role="status">
            {`${counted(check.sum.checked, 'document vérifié')} sur ${documents.toLocaleString('fr-FR')}, `}
            {`${check.sum.broken.toLocaleString('fr-FR')} en défaut.`}
          </p>
          {check.isRunning && <ProgressBar value={check.sum.checked} max={Math.max(documents, 1)} />}
        </>
      )}
    </Card>
  )
}

const texts = {
  ...missingPartTexts,
  ready: 'Le site lit les documents partagés avec son compte de service.',
  unused: "Ce site n'a pas de compte de service : les documents s'ouvrent dans Google Drive lui-même.",
  unknown: "Google Drive ne répond pas. Ce n'est d'ordinaire qu'un moment.",
} as const satisfies Record<Access['state'], string>

export function DriveAccess() {
  const access = useQuery(api(getDriveAccess).queryOptions({}))
  return (
    <Card>
      <h3>Accès à Google Drive</h3>
      <Loadable of={access} error="Erreur lors de la vérification de l'accès à Google Drive">
        {({ state, account }) => (
          <>
            {state === 'ready' || state === 'unused' ? (
              <p>{texts[state]}</p>
            ) : (
              <Alert kind="error">{texts[state]}</Alert>
            )}
            {account !== null && (
              <p>
                Compte de service&nbsp;: <strong>{account}</strong>
              </p>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

export function TimeZone({ version }: { version: Overview['timeZoneData'] }) {
  return (
    <Card>
      <h3>Heure du Maroc</h3>
      <p>
        L'offre, les accès Premium, les cartes et les annonces finissent à minuit au Maroc. Le serveur connaît
        l'heure du Maroc par les données de fuseaux horaires{' '}
        <strong>{version ?? 'de version inconnue'}</strong>
        &nbsp;; après un changement de l'heure légale, il lui en faut de plus récentes.
      </p>
    </Card>
  )
}
