import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import * as v from 'valibot'
import { movePremium } from '#shared/contract/admin/payments.ts'
import { diagnoseSession, listUsers, releaseSession } from '#shared/contract/admin/users.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { Email } from '#shared/entities/fields.ts'
import { Money, moneyLabels } from '#shared/entities/ledger-entry.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { dirhams, UNKNOWN_FAULT } from '../admin-texts.ts'
import { useRowChange } from './premium-change.ts'

type DialogProps = { user: UserView; onClose: () => void }

const SUGGESTIONS = 5
const moveForm = v.object({ email: Email })

export function MoveDialog({ user: { id, email, heldDh }, onClose }: DialogProps) {
  const listId = useId()
  const changeRow = useRowChange()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data } = useQuery({
    // A key of its own, since the lists under the route's key have pages.
    queryKey: ['addresses', search],
    queryFn: () => call(listUsers, { query: { search, limit: SUGGESTIONS } }),
    enabled: search.length > 2,
  })
  const moving = useAction(movePremium, {
    done: ({ to }) => `Premium déplacé vers ${to.email}`,
    onSuccess: ({ from, to }) => {
      onClose()
      for (const stored of [from, to]) changeRow(stored.id, stored)
    },
  })
  return (
    <FormDialog
      title="Déplacer vers un autre compte"
      intro={
        <p>
          {email} redevient Gratuit. Son Premium
          {heldDh > 0 && ` et le paiement de ${dirhams(heldDh)}`} passent à l'autre compte.
        </p>
      }
      schema={moveForm}
      submit="Déplacer"
      submitting="Déplacement en cours..."
      isSubmitting={moving.isPending}
      refusal={moving.error}
      message={<Failure of={moving.error} text={UNKNOWN_FAULT} />}
      onSubmit={(body) => moving.mutate({ params: { id }, body })}
      onClose={onClose}
    >
      <TextField
        label="Adresse du bon compte"
        name="email"
        type="email"
        autoComplete="off"
        list={listId}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {data?.items
          .filter((found) => found.id !== id && !found.isPremium && !found.isAdmin)
          .map((found) => (
            <option key={found.id} value={found.email}>
              {found.email}
            </option>
          ))}
      </datalist>
    </FormDialog>
  )
}

const revocationForm = v.object({ money: Money })

type RevocationDialogProps = DialogProps & { onConfirm: (money: Money) => void }

export function RevocationDialog({ user: { email, heldDh }, onConfirm, onClose }: RevocationDialogProps) {
  return (
    <FormDialog
      title="Rendre Gratuit"
      intro={<p>{email} perdra l'accès Premium.</p>}
      schema={revocationForm}
      submit="Rendre Gratuit"
      submitting="Mise à jour..."
      danger
      isSubmitting={false}
      onSubmit={({ money }) => {
        onClose()
        onConfirm(money)
      }}
      onClose={onClose}
    >
      <SelectField
        label={`Que devient le paiement de ${dirhams(heldDh)}\u00a0?`}
        name="money"
        defaultValue="kept"
        choices={moneyLabels}
      />
    </FormDialog>
  )
}

export function SessionDialog({ user: { id, email }, onClose }: DialogProps) {
  // Nothing is cached: an earlier answer would show an outdated session.
  const session = useQuery({ ...api(diagnoseSession).queryOptions({ params: { id } }), gcTime: 0 })
  const release = useAction(releaseSession, { done: `${email}\u00a0: session libérée`, onSuccess: onClose })
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
  if (lastActive === null) return <p role="status">Aucune session&nbsp;: ce compte peut se connecter.</p>
  return (
    <div role="status">
      <p>
        {active
          ? `Session active\u00a0: un autre appareil peut se connecter après ${secondsLeft ?? 60} s sans activité.`
          : 'Session inactive\u00a0: ce compte peut se connecter.'}
      </p>
      <p>Dernière activité&nbsp;: {formatMoment(lastActive)}</p>
      {active && <p>La libérer déconnecte aussitôt l'appareil qui l'utilise.</p>}
    </div>
  )
}
