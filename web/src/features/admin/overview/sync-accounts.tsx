import { UsersRound } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { listFailure } from '../admin-texts.ts'
import { counted } from '../counted.ts'
import { syncUsers } from './requests/sync-users.ts'
import { useSteppedTask } from './use-stepped-task.ts'

/** Creates the profiles of accounts that have none (sync_auth_users_to_profiles). */
export function SyncAccounts() {
  const sync = useSteppedTask({
    step: syncUsers,
    start: 0,
    add: (created, step: { created: number; nextCursor: string | null }) => created + step.created,
  })
  return (
    <Card>
      <h3>Comptes sans profil</h3>
      <p>
        Un compte créé alors que le site était en panne peut manquer dans la liste des utilisateurs. La
        synchronisation crée les profils qui manquent.
      </p>
      <div>
        <Button variant="secondary" disabled={sync.isRunning} onClick={sync.run}>
          <UsersRound size={18} aria-hidden="true" />
          {sync.isRunning ? 'Synchronisation en cours...' : 'Synchroniser les comptes'}
        </Button>
      </div>
      {sync.error && (
        <Alert kind="error">
          <p>{listFailure('Erreur lors de la synchronisation')(sync.error)}</p>
        </Alert>
      )}
      <p role="status">{sync.isComplete && !sync.isRunning && `${counted(sync.sum, 'profil créé')}.`}</p>
    </Card>
  )
}
