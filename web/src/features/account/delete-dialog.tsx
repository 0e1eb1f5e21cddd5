import type { Profile } from '#shared/contract/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { accountFault } from './account-texts.ts'
import type { Deletion } from './delete-account.tsx'
import styles from './delete-dialog.module.css'

type DeleteDialogProps = { profile: Profile; deletion: Deletion; onClose: () => void }

/** Says what is lost and asks once more. */
export function DeleteDialog({ profile: { email, isPremium }, deletion, onClose }: DeleteDialogProps) {
  const { mutate, isPending, error } = deletion
  return (
    <Dialog title="Supprimer mon compte ?" onClose={onClose}>
      <Stack>
        <p>Cette action est définitive : rien ne pourra être rétabli. Vous perdrez :</p>
        <ul className={styles.losses}>
          <li>
            votre compte <strong>{email}</strong> : vous ne pourrez plus vous y connecter
            {' ;'}
          </li>
          <li>
            votre <strong>progression</strong> : tout ce que vous avez marqué 'Fait' ou 'À revoir' sera effacé
            {isPremium ? ' ;' : '.'}
          </li>
          {isPremium && (
            <li>
              votre <strong>accès Premium</strong> : il ne sera ni remboursé, ni rétabli, même si vous créez
              un nouveau compte avec la même adresse.
            </li>
          )}
        </ul>
        {error && (
          <Alert kind="error">
            <p>{accountFault(error)}</p>
          </Alert>
        )}
        <Row>
          <Button variant="danger" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'Suppression en cours...' : 'Supprimer définitivement'}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Annuler
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
