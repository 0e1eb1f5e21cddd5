import { useMutation } from '@tanstack/react-query'
import { blockEmail } from '#shared/contract/admin-security.ts'
import { api } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { listFailure } from '../admin-texts.ts'

type BlockDialogProps = {
  /** The address to block; without it the form asks for one. */
  email?: string
  onClose: () => void
  onBlocked?: () => void
}

/** Blocks an address and says why. */
export function BlockDialog({ email, onClose, onBlocked }: BlockDialogProps) {
  const blocking = useMutation({
    ...api(blockEmail).mutationOptions(),
    onSuccess: (blocked) => {
      onClose()
      showToast({ kind: 'success', text: `${blocked.email} : adresse bloquée` })
      onBlocked?.()
    },
  })
  const close = () => {
    // The answer to a request under way is still to be shown.
    if (!blocking.isPending) onClose()
  }
  return (
    <Dialog title="Bloquer une adresse" onClose={close}>
      <Stack>
        <p>Cette adresse sera déconnectée aussitôt et ne pourra plus ni se connecter ni s'inscrire.</p>
        <CheckedForm
          schema={blockEmail.body}
          submit="Bloquer"
          submitting="Blocage en cours..."
          isSubmitting={blocking.isPending}
          onSubmit={(values) => blocking.mutate({ body: values })}
          message={
            blocking.error && (
              <Alert kind="error">
                <p>{listFailure('Erreur lors du blocage')(blocking.error)}</p>
              </Alert>
            )
          }
        >
          {(faults) => (
            <>
              {email === undefined ? (
                <TextField label="Email" name="email" type="email" autoComplete="off" error={faults.email} />
              ) : (
                <GivenEmail email={email} fault={faults.email} />
              )}
              <TextField
                label="Raison"
                name="reason"
                autoComplete="off"
                maxLength={500}
                hint="Elle est notée dans la liste des utilisateurs bloqués et dans le journal d'audit."
                error={faults.reason}
              />
            </>
          )}
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}

/** The address of the row, sent with the form; a fault of it is shown in its place. */
function GivenEmail({ email, fault }: { email: string; fault: string | undefined }) {
  return (
    <>
      <input hidden readOnly name="email" value={email} />
      <p>
        <strong>{email}</strong>
      </p>
      {fault && (
        <Alert kind="error">
          <p>{fault}</p>
        </Alert>
      )}
    </>
  )
}
