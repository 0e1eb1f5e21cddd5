import * as v from 'valibot'
import type { Profile } from '#shared/entities/user.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AccountOfPassword, PasswordField } from '#web/ui/password-field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { accountFault } from './account-texts.ts'
import { CodeForm } from './code-form.tsx'
import styles from './delete-dialog.module.css'
import type { Deletion } from './use-deletion.ts'

const Confirmation = v.object({ password: v.pipe(v.string(), v.nonEmpty(validationMessages.required)) })

const texts = { submit: 'Supprimer définitivement', submitting: 'Suppression en cours...' } as const

type DeleteDialogProps = { profile: Profile; deletion: Deletion; onClose: () => void }

/** Says what is lost and asks for the password: a device left open must not be enough. */
export function DeleteDialog({ profile, deletion, onClose }: DeleteDialogProps) {
  const { submit, code, isPending, error } = deletion
  return (
    <Dialog title="Supprimer mon compte ?" onClose={onClose}>
      <Stack>
        <Losses profile={profile} />
        {code ? (
          <CodeForm {...texts} danger startFocused changing={code} onCancel={onClose} />
        ) : (
          <CheckedForm
            schema={Confirmation}
            {...texts}
            danger
            isSubmitting={isPending}
            onSubmit={({ password }) => submit(password)}
            message={
              error && (
                <Alert kind="error">
                  <p>{accountFault(error)}</p>
                </Alert>
              )
            }
            after={
              <Button variant="link" onClick={onClose}>
                Annuler
              </Button>
            }
          >
            {(faults) => (
              <>
                <AccountOfPassword email={profile.email} />
                <PasswordField
                  label="Mot de passe actuel"
                  name="password"
                  autoComplete="current-password"
                  required
                  error={faults.password}
                />
              </>
            )}
          </CheckedForm>
        )}
      </Stack>
    </Dialog>
  )
}

function Losses({ profile: { email, isPremium } }: { profile: Profile }) {
  return (
    <>
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
            votre <strong>accès Premium</strong> : il ne sera ni remboursé, ni rétabli, même si vous créez un
            nouveau compte avec la même adresse.
          </li>
        )}
      </ul>
    </>
  )
}
