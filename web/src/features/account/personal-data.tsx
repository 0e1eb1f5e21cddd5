import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as v from 'valibot'
import { getPersonalData } from '#shared/contract/account.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { validationMessages } from '#shared/entities/fields.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'
import { type AccountDeletion, accountChanges } from '#web/lib/auth/account-changes.ts'
import { saveFile } from '#web/lib/blobs.ts'
import { forgetKept } from '#web/lib/browser-storage.ts'
import { transferredThisMonth } from '#web/lib/data-meter.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Button, CancelButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AccountOfPassword, CheckedForm, PasswordField } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './account.module.css'
import { AccountFault, CodeForm, type CodeMutation } from './account-parts.tsx'

export function PersonalData() {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => JSON.stringify(await call(getPersonalData, {}), null, 2),
    onSuccess: (json) =>
      saveFile(getPersonalData.fileName ?? '', new Blob([json], { type: 'application/json' })),
  })
  return (
    <Card>
      <h2>Mes données</h2>
      <p>
        Tout ce que le site conserve sur vous, dans un fichier. La page{' '}
        <Link to="/confidentialite">Confidentialité</Link> dit pourquoi et pour combien de temps.
      </p>
      <div>
        <Button variant="secondary" disabled={isPending} onClick={() => mutate()} Icon={Download}>
          {isPending ? 'Téléchargement en cours...' : 'Télécharger mes données'}
        </Button>
      </div>
      {isSuccess && (
        <Alert kind="success">{`Vos données sont dans le fichier ${getPersonalData.fileName}.`}</Alert>
      )}
      <Failure of={error} text="Vos données n'ont pas pu être téléchargées." />
    </Card>
  )
}

export function DataUse() {
  return (
    <Card>
      <h2>Données utilisées</h2>
      <p>
        Ce mois-ci, environ <strong>{bytesText(transferredThisMonth())}</strong> sur cet appareil.
      </p>
      <p>
        Votre navigateur le compte pendant que vous êtes connecté. Ce qui a déjà été chargé et gardé ne compte
        pas&nbsp;; votre opérateur peut compter un peu plus.
      </p>
    </Card>
  )
}

const { accountDays, audit, copies } = LONGEST_RETENTION

/** The state of a deletion: the password, then a code where there is a second factor. */
type Deletion = {
  submit: (password: string) => void
  /** Null until a code is needed. */
  code: CodeMutation | null
  reset: () => void
  isPending: boolean
  isDone: boolean
  error: Error | null
}

type CodeAnswer = Extract<AccountDeletion, { kind: 'codeNeeded' }>['answer']

/** The page holds this state, since the deletion signs out before it is complete. */
export function useDeletion(): Deletion {
  const withPassword = useMutation({
    mutationFn: accountChanges.deleteAccount,
    onSuccess: ({ kind }) => {
      if (kind === 'deleted') forgetKept()
    },
  })
  const withCode = useMutation({
    mutationFn: ({ answer, code }: { answer: CodeAnswer; code: string }) => answer(code),
    onSuccess: () => forgetKept(),
  })
  const waiting = withPassword.data?.kind === 'codeNeeded' ? withPassword.data : null
  return {
    submit: withPassword.mutate,
    code: waiting && {
      mutate: (code, options) => withCode.mutate({ answer: waiting.answer, code }, options),
      isPending: withCode.isPending,
      error: withCode.error,
    },
    reset() {
      withPassword.reset()
      withCode.reset()
    },
    isPending: withPassword.isPending || withCode.isPending,
    isDone: withPassword.data?.kind === 'deleted' || withCode.isSuccess,
    error: withPassword.error,
  }
}

export function DeleteAccount({ profile, deletion }: { profile: Profile; deletion: Deletion }) {
  const [isOpen, setOpen] = useState(false)
  const { email } = useSettings().contact
  const close = () => {
    // The page must stay until the answer, which decides what it shows next.
    if (deletion.isPending) return
    deletion.reset()
    setOpen(false)
  }
  return (
    <Card>
      <h2>Supprimer mon compte</h2>
      {profile.isAdmin ? (
        <p>
          Un compte administrateur ne se supprime pas ici. Écrivez à <a href={`mailto:${email}`}>{email}</a>.
        </p>
      ) : (
        <>
          <p>La suppression est immédiate et définitive.</p>
          <p>
            Restent ensuite, jusqu'à la fin de leur durée&nbsp;: l'activité par jour ({accountDays} jours),
            vos exemplaires PDF ({copies / 365} ans), les lignes du journal qui vous concernent ({audit / 365}{' '}
            ans au plus), les sauvegardes, et votre adresse si elle est bloquée. Le détail est sur la page{' '}
            <Link to="/confidentialite">Confidentialité</Link>.
          </p>
          <div>
            <Button variant="danger" onClick={() => setOpen(true)}>
              Supprimer mon compte
            </Button>
          </div>
        </>
      )}
      {isOpen && <DeleteDialog profile={profile} deletion={deletion} onClose={close} />}
    </Card>
  )
}

const Confirmation = v.object({ password: v.pipe(v.string(), v.nonEmpty(validationMessages.required)) })

const texts = { submit: 'Supprimer définitivement', submitting: 'Suppression en cours...' } as const

type DeleteDialogProps = { profile: Profile; deletion: Deletion; onClose: () => void }

/** Lists what will be lost and asks for the password, so that an unattended device is not enough. */
function DeleteDialog({ profile, deletion, onClose }: DeleteDialogProps) {
  const { submit, code, isPending, error } = deletion
  return (
    <Dialog title="Supprimer mon compte&nbsp;?" onClose={onClose}>
      <Losses profile={profile} />
      {code ? (
        <CodeForm {...texts} danger startFocused mutation={code} onCancel={onClose} />
      ) : (
        <CheckedForm
          schema={Confirmation}
          {...texts}
          danger
          isSubmitting={isPending}
          onSubmit={({ password }) => submit(password)}
          message={error && <AccountFault error={error} />}
          after={<CancelButton variant="link" onClick={onClose} />}
        >
          <AccountOfPassword email={profile.email} />
          <PasswordField
            label="Mot de passe actuel"
            name="password"
            autoComplete="current-password"
            required
          />
        </CheckedForm>
      )}
    </Dialog>
  )
}

function Losses({ profile: { email, isPremium } }: { profile: Profile }) {
  return (
    <>
      <p>Cette action est définitive&nbsp;: rien ne pourra être rétabli. Vous perdrez&nbsp;:</p>
      <ul className={styles.losses}>
        <li>
          votre compte <strong>{email}</strong>&nbsp;: vous ne pourrez plus vous y connecter&nbsp;;
        </li>
        <li>
          votre <strong>progression</strong>&nbsp;: tout ce que vous avez marqué «&nbsp;Fait&nbsp;» ou
          «&nbsp;À revoir&nbsp;», et vos examens blancs avec leurs notes{isPremium ? '\u00a0;' : '.'}
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
