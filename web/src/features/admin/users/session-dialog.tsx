import { useMutation, useQuery } from '@tanstack/react-query'
import type { UserView } from '#shared/entities/user.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { listFailure } from '../admin-texts.ts'
import { sessionQuery } from './requests/diagnose-session.ts'
import { releaseSession } from './requests/release-session.ts'

type SessionDialogProps = {
  user: Pick<UserView, 'id' | 'email'>
  onClose: () => void
  onNotice: (notice: Notice) => void
}

type Diagnosis = { active: boolean; lastActive: string | null; secondsLeft: number | null }

/** For the student whose other device keeps him out: what his session looks like, and a way to free it. */
export function SessionDialog({ user, onClose, onNotice }: SessionDialogProps) {
  const session = useQuery(sessionQuery(user.id))
  const release = useMutation({
    mutationFn: () => releaseSession(user.id),
    onSuccess: () => {
      onClose()
      onNotice({ kind: 'success', text: `${user.email} : session libérée` })
    },
  })
  return (
    <Dialog title="Session" onClose={onClose}>
      <Stack>
        <p>{user.email}</p>
        <Loadable of={session} error={listFailure('Erreur lors de la lecture de la session')}>
          {(diagnosis) => (
            <>
              <Finding diagnosis={diagnosis} />
              {release.error && (
                <Alert kind="error">
                  <p>{listFailure('Erreur lors de la libération de la session')(release.error)}</p>
                </Alert>
              )}
              <Row>
                {diagnosis.lastActive !== null && (
                  <Button variant="danger" disabled={release.isPending} onClick={() => release.mutate()}>
                    {release.isPending ? 'Libération en cours...' : 'Libérer la session'}
                  </Button>
                )}
                <Button
                  variant="secondary"
                  disabled={session.isFetching}
                  onClick={() => void session.refetch()}
                >
                  Actualiser
                </Button>
              </Row>
            </>
          )}
        </Loadable>
      </Stack>
    </Dialog>
  )
}

function Finding({ diagnosis: { active, lastActive, secondsLeft } }: { diagnosis: Diagnosis }) {
  if (lastActive === null) return <p role="status">Aucune session : ce compte peut se connecter.</p>
  return (
    <div role="status">
      <p>
        {active
          ? `Session active : un autre appareil peut se connecter après ${secondsLeft ?? 60} s sans activité.`
          : 'Session inactive : ce compte peut se connecter.'}
      </p>
      <p>Dernière activité : {formatMoment(lastActive)}</p>
      {active && <p>La libérer déconnecte aussitôt l'appareil qui l'utilise.</p>}
    </div>
  )
}
