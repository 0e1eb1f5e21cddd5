import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanSearch, UsersRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  checkDocuments,
  getDriveAccess,
  type ListedBroken,
  listBrokenDocuments,
} from '#shared/contract/admin/documents.ts'
import type { Overview } from '#shared/contract/admin/overview.ts'
import { syncUsers } from '#shared/contract/admin/users.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { faultAdvice, faultText } from '#shared/domain/documents/fault-texts.ts'
import { type DriveAccess as Access, missingPartTexts } from '#shared/entities/drive-access.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { type CallInput, call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'

/**
 * Runs work that the server does in parts, each of whose answers names the start of the next; after a failure or a stop
 * the next run continues where it ended.
 * @returns the answers so far, and what controls the work
 */
function useSteppedTask<R extends typeof syncUsers | typeof checkDocuments>(route: R) {
  type Step = Parsed<R['response']>
  const client = useQueryClient()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const cursor = useRef<string | null>(null)
  const isStopped = useRef(false)
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  // The work ends when the user leaves the page.
  useEffect(() => stop, [stop])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      isStopped.current = false
      let done = cursor.current === null ? [] : steps
      setSteps(done)
      do {
        const input = { query: { cursor: cursor.current ?? undefined } } as CallInput<R>
        // oxlint-disable-next-line no-await-in-loop -- each part names the next
        const step: Step = await call(route, input)
        done = [...done, step]
        cursor.current = step.nextCursor
        setSteps(done)
      } while (cursor.current !== null && !isStopped.current)
    },
    // The work has changed something also when it is stopped or fails half-way.
    onSettled: () => void invalidateRoutes(client, route.invalidates),
  })
  const isComplete = !isPending && steps.at(-1)?.nextCursor === null
  return { steps, isRunning: isPending, isComplete, error, run: () => mutate(), stop }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

export function SyncAccounts() {
  const sync = useSteppedTask(syncUsers)
  const created = sum(sync.steps.map((step) => step.created))
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
      <p role="status">{sync.isComplete && `${counted(created, 'profil créé')}.`}</p>
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
  const check = useSteppedTask(checkDocuments)
  const checked = sum(check.steps.map((step) => step.checked))
  const faulty = sum(check.steps.map((step) => step.broken))
  // Documents may have come since they were counted.
  const all = Math.max(documents, checked)
  return (
    <Card>
      <h3 id="documents-en-defaut">Documents en défaut</h3>
      <Loadable of={broken} error="Erreur lors du chargement des documents en défaut">
        {({ items, checkedAt }) => (
          <>
            <p>
              {checkedAt ? `Dernière vérification\u00a0: ${formatMoment(checkedAt)}` : 'Jamais vérifiés.'}
            </p>
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
      {checked > 0 && (
        <>
          <p role="status">
            {`${counted(checked, 'document vérifié')} sur ${all.toLocaleString('fr-FR')}, `}
            {`${faulty.toLocaleString('fr-FR')} en défaut.`}
          </p>
          {check.isRunning && <ProgressBar value={checked} max={all} />}
        </>
      )}
    </Card>
  )
}

const texts = {
  ...missingPartTexts,
  ready: 'Le site lit les documents partagés avec son compte de service.',
  unused: "Ce site n'a pas de compte de service\u00a0: les documents s'ouvrent dans Google Drive lui-même.",
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
