import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { blockEmail } from '#shared/contract/admin/security.ts'
import { api } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField, useFault } from '#web/ui/field.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { failureText } from '../admin-texts.ts'
import { Address } from '../list-parts.tsx'

type BlockDialogProps = {
  /** The address to block; without it the form asks for one. */
  email?: string
  onClose: () => void
  onBlocked?: () => void
}

/** Blocks an address and says why, then shows the other accounts of the same mailbox, which can be blocked, too. */
export function BlockDialog({ email, onClose, onBlocked }: BlockDialogProps) {
  /** Addresses of the mailbox that are not blocked; null before the block. */
  const [others, setOthers] = useState<readonly string[] | null>(null)
  const end = () => {
    onClose()
    onBlocked?.()
  }
  const blocking = useMutation({
    ...api(blockEmail).mutationOptions(),
    onSuccess: (blocked) => {
      setOthers(blocked.sameMailbox)
      if (blocked.sameMailbox.length === 0) end()
      showToast({ kind: 'success', text: `${blocked.email} : adresse bloquée` })
    },
  })
  const close = () => {
    // The dialog must stay open to show the answer.
    if (blocking.isPending) return
    if (others) end()
    else onClose()
  }
  const message = blocking.error && (
    <Alert kind="error">
      <p>{failureText(blocking.error, 'Erreur lors du blocage')}</p>
    </Alert>
  )
  if (others)
    return (
      <Dialog title="Même boîte aux lettres" onClose={close}>
        <Stack>
          <p>
            L'adresse est bloquée. Ces comptes, dont l'adresse ne diffère que par un «&nbsp;+mot&nbsp;» ou par
            des points, reçoivent leurs messages dans la même boîte et restent ouverts. Bloquez-les aussi
            s'ils sont à la même personne.
          </p>
          {others.map((other) => (
            <Row key={other}>
              <Address>{other}</Address>
              <Button
                variant="secondary"
                disabled={blocking.isPending}
                aria-label={`Bloquer ${other}`}
                onClick={() =>
                  blocking.mutate({ body: { email: other, reason: blocking.variables?.body.reason ?? '' } })
                }
              >
                Bloquer
              </Button>
            </Row>
          ))}
          {message}
          <Button variant="secondary" disabled={blocking.isPending} onClick={close}>
            Terminer
          </Button>
        </Stack>
      </Dialog>
    )
  return (
    <Dialog title="Bloquer une adresse" onClose={close}>
      <Stack>
        <p>
          Cette adresse sera déconnectée aussitôt et ne pourra plus ni se connecter ni s'inscrire, même avec
          un «&nbsp;+mot&nbsp;» ou d'autres points.
        </p>
        <CheckedForm
          schema={blockEmail.body}
          submit="Bloquer"
          submitting="Blocage en cours..."
          isSubmitting={blocking.isPending}
          onSubmit={(values) => blocking.mutate({ body: values })}
          message={message}
        >
          {email === undefined ? (
            <TextField label="Email" name="email" type="email" autoComplete="off" />
          ) : (
            <GivenEmail email={email} />
          )}
          <TextField
            label="Raison"
            name="reason"
            autoComplete="off"
            maxLength={500}
            hint="Elle est notée dans la liste des utilisateurs bloqués et dans le journal d'audit."
          />
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}

/** Shows the address of the row, which is sent with the form, and a fault of it. */
function GivenEmail({ email }: { email: string }) {
  const fault = useFault('email')
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
