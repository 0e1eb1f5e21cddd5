import { useState } from 'react'
import { blockEmail } from '#shared/contract/admin/security.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField, useFault } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { Address } from '../list-parts.tsx'

type BlockDialogProps = {
  /** The address to block; without it the form asks for one. */
  email?: string
  onClose: () => void
  onBlocked?: () => void
}

export function BlockDialog({ email, onClose, onBlocked }: BlockDialogProps) {
  /** Addresses of the mailbox that are not blocked; null before the block. */
  const [others, setOthers] = useState<readonly string[] | null>(null)
  const end = () => {
    onClose()
    onBlocked?.()
  }
  const blocking = useAction(blockEmail, {
    done: (blocked) => `${blocked.email}\u00a0: adresse bloquée`,
    onSuccess: ({ sameMailbox }) => {
      setOthers(sameMailbox)
      if (sameMailbox.length === 0) end()
    },
  })
  const message = <Failure of={blocking.error} text="Erreur lors du blocage" />
  if (others)
    return (
      <Dialog title="Même boîte aux lettres" onClose={() => !blocking.isPending && end()}>
        <p>
          L'adresse est bloquée. Ces comptes, dont l'adresse ne diffère que par un «&nbsp;+mot&nbsp;» ou par
          des points, reçoivent leurs messages dans la même boîte et restent ouverts. Bloquez-les aussi s'ils
          sont à la même personne.
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
        <Button variant="secondary" disabled={blocking.isPending} onClick={end}>
          Terminer
        </Button>
      </Dialog>
    )
  return (
    <FormDialog
      title="Bloquer une adresse"
      intro={
        <p>
          Cette adresse sera déconnectée aussitôt et ne pourra plus ni se connecter ni s'inscrire, même avec
          un «&nbsp;+mot&nbsp;» ou d'autres points.
        </p>
      }
      schema={blockEmail.body}
      submit="Bloquer"
      submitting="Blocage en cours..."
      danger
      isSubmitting={blocking.isPending}
      message={message}
      onSubmit={(body) => blocking.mutate({ body })}
      onClose={onClose}
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
    </FormDialog>
  )
}

function GivenEmail({ email }: { email: string }) {
  const fault = useFault('email')
  return (
    <>
      <input hidden readOnly name="email" value={email} />
      <p>
        <strong>{email}</strong>
      </p>
      {fault && <Alert kind="error">{fault}</Alert>}
    </>
  )
}
