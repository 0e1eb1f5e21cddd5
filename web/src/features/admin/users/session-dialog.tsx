import { useQuery } from '@tanstack/react-query'
import { diagnoseSession, releaseSession } from '#shared/contract/admin/users.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loadable } from '#web/ui/loadable.tsx'

export function SessionDialog({ user: { id, email }, onClose }: { user: UserView; onClose: () => void }) {
  // Nothing is cached: an earlier answer would show an outdated session.
  const session = useQuery({ ...api(diagnoseSession).queryOptions({ params: { id } }), gcTime: 0 })
  const release = useAction(releaseSession, { done: `${email} : session libérée`, onSuccess: onClose })
  return (
    <Dialog title="Session" onClose={onClose}>
      <p>{email}</p>
      <Loadable of={session} error="Erreur lors de la lecture de la session">
        {(diagnosis) => (
          <>
            <Finding diagnosis={diagnosis} />
            <Failure of={release.error} text="Erreur lors de la libération de la session" />
            <Row>
              {diagnosis.lastActive !== null && (
                <Button
                  variant="danger"
                  disabled={release.isPending}
                  onClick={() => release.mutate({ params: { id } })}
                >
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
    </Dialog>
  )
}

type FindingProps = { diagnosis: Parsed<typeof diagnoseSession.response> }

function Finding({ diagnosis: { active, lastActive, secondsLeft } }: FindingProps) {
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
