import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import * as v from 'valibot'
import { movePremium } from '#shared/contract/admin/payments.ts'
import { listUsers } from '#shared/contract/admin/users.ts'
import { Email } from '#shared/entities/fields.ts'
import type { UserView } from '#shared/entities/user.ts'
import { changeListed } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { dirhams, UNKNOWN_FAULT } from '../admin-texts.ts'

const SUGGESTIONS = 5
const schema = v.object({ email: Email })

export function MoveDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { id, email, heldDh } = user
  const listId = useId()
  const client = useQueryClient()
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
      for (const stored of [from, to])
        changeListed<UserView>(client, listUsers, (listed) => listed.id === stored.id, stored)
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
      schema={schema}
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
