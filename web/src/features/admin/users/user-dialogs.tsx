import { useMutation, useQuery } from '@tanstack/react-query'
import { diagnoseSession, releaseSession } from '#shared/contract/admin/users.ts'
import type { Parsed } from '#shared/contract/route.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { showToast, type Toast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { failureText } from '../admin-texts.ts'

// Their forms are loaded when they are opened.
const BlockDialog = lazyComponent(async () => (await import('../blocked/block-dialog.tsx')).BlockDialog)
const PaymentDialog = lazyComponent(async () => (await import('./payment-dialog.tsx')).PaymentDialog)

export type UserDialog = 'delete' | 'payment' | 'session' | 'block'

type UserDialogsProps = {
  dialog: UserDialog
  user: UserView
  onClose: () => void
  onDelete: () => void
  onBlocked: () => void
}

export function UserDialogs({ dialog, user, onClose, onDelete, onBlocked }: UserDialogsProps) {
  switch (dialog) {
    case 'delete':
      return (
        <ConfirmDialog
          title="Supprimer l'utilisateur"
          confirm="Supprimer"
          onConfirm={onDelete}
          onClose={onClose}
        >
          <p>Êtes-vous sûr de vouloir supprimer cet utilisateur ?</p>
          <p>
            Le compte <strong>{user.email}</strong>, sa progression et son accès seront effacés. Cette action
            est définitive.
          </p>
        </ConfirmDialog>
      )
    case 'payment':
      return (
        <LazyDialog onClose={onClose}>
          <PaymentDialog user={user} onClose={onClose} />
        </LazyDialog>
      )
    case 'session':
      return <SessionDialog user={user} onClose={onClose} />
    case 'block':
      return (
        <LazyDialog onClose={onClose}>
          <BlockDialog email={user.email} onClose={onClose} onBlocked={onBlocked} />
        </LazyDialog>
      )
  }
}

const DELETION_FAILED = "Une erreur est survenue lors de la suppression de l'utilisateur"
const DELETION_FAILURE_MS = 5_000

/**
 * Explains why an account was not deleted: the owner's own session has ended, the server refused, or the call failed.
 */
export function deletionFailure(error: Error): Toast {
  return { kind: 'error', text: deletionFailureText(error), ms: DELETION_FAILURE_MS }
}

function deletionFailureText(error: Error): string {
  const code = refusalCodeOf(error)
  if (code === 'AUTHENTICATION_REQUIRED' || code === 'SESSION_INACTIVE') return 'Session non trouvée'
  if (code !== null) return `Erreur lors de la suppression : ${detailOf(error, code)}`
  const hint = troubleHint(error)
  return hint ? `${DELETION_FAILED}. ${hint}` : DELETION_FAILED
}

/** Shows the session of a student who is locked out by another device, and can release it. */
function SessionDialog({ user: { id, email }, onClose }: { user: UserView; onClose: () => void }) {
  // Nothing is cached: an earlier answer would show an outdated session.
  const session = useQuery({ ...api(diagnoseSession).queryOptions({ params: { id } }), gcTime: 0 })
  const release = useMutation({
    ...api(releaseSession).mutationOptions(),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', text: `${email} : session libérée` })
    },
  })
  return (
    <Dialog title="Session" onClose={onClose}>
      <Stack>
        <p>{email}</p>
        <Loadable of={session} error="Erreur lors de la lecture de la session">
          {(diagnosis) => (
            <>
              <Finding diagnosis={diagnosis} />
              {release.error && (
                <Alert kind="error">
                  <p>{failureText(release.error, 'Erreur lors de la libération de la session')}</p>
                </Alert>
              )}
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
      </Stack>
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
