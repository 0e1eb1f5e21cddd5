import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listUsers, setPremium } from '#shared/contract/admin/users.ts'
import type { Input } from '#shared/contract/route.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { changeListed } from '#web/lib/api/cache.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import type { Toast } from '#web/lib/toast.ts'
import { UNKNOWN_FAULT } from '../admin-texts.ts'

/** The wanted Premium status, its end and its payment. */
export type PremiumInput = Input<typeof setPremium.body>

/** 'Premium' or 'Gratuit' */
export function premiumLabel(isPremium: boolean): string {
  return isPremium ? 'Premium' : 'Gratuit'
}

/**
 * Gives, changes or takes Premium. The list shows the account as it is stored, and `onResult` receives a message that
 * compares it with what was asked.
 */
export function usePremiumChange({ id, email }: UserView, onResult: (result: Toast | null) => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...api(setPremium).mutationOptions(),
    onMutate: () => onResult(null),
    onSuccess: (stored, { body }) => {
      changeListed<UserView>(client, listUsers, (user) => user.id === stored.id, stored)
      onResult(comparison(email, body.isPremium, stored.isPremium))
    },
    onError: (error) => onResult({ kind: 'error', text: failureOf(error) }),
  })
  return { change: (body: PremiumInput) => mutate({ params: { id }, body }), isPending }
}

function comparison(email: string, expected: boolean, found: boolean): Toast {
  if (expected === found)
    return { kind: 'success', text: `${email} : statut ${premiumLabel(found)} confirmé` }
  const text = `Le statut ne correspond pas : attendu ${premiumLabel(expected)}, trouvé ${premiumLabel(found)}`
  return { kind: 'error', text }
}

function failureOf(error: Error): string {
  const detail = troubleHint(error) ?? detailOf(error, UNKNOWN_FAULT)
  return refusalCodeOf(error) === 'OWNER_REQUIRED' ? detail : `Erreur lors de la mise à jour: ${detail}`
}
