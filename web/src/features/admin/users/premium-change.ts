import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getUser, listUsers, setPremium } from '#shared/contract/admin/users.ts'
import type { Input } from '#shared/contract/define-route.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api, changeListed } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure, failureText, refusalCodeOf } from '#web/lib/api/failure.ts'
import type { Toast } from '#web/lib/shared-value.ts'
import { UNKNOWN_FAULT } from '../admin-texts.ts'

export type PremiumInput = Input<typeof setPremium.body>

export function premiumLabel(isPremium: boolean): string {
  return isPremium ? 'Premium' : 'Gratuit'
}

/** Returns what shows an account in every list as it is now stored; null removes it. */
export function useRowChange(): (id: string, stored: UserView | null) => void {
  const client = useQueryClient()
  return (id, stored) => changeListed<UserView>(client, listUsers, (listed) => listed.id === id, stored)
}

/**
 * Gives, changes or takes Premium. The list shows the account as it is stored, and `onResult` receives a message that
 * compares it with the request. Where the answer to a change of status was lost, the account is read again.
 */
export function usePremiumChange(
  { id, email, isPremium }: UserView,
  onResult: (result: Toast | null) => void,
) {
  const changeRow = useRowChange()
  const show = (stored: UserView, expected: boolean) => {
    changeRow(stored.id, stored)
    onResult(comparison(email, expected, stored.isPremium))
  }
  const verify = async (expected: boolean, failure: Toast) => {
    try {
      const stored = await call(getUser, { params: { id } })
      if (stored.isPremium === expected) show(stored, expected)
      else onResult(failure)
    } catch (error) {
      const text = `Erreur lors de la vérification de la mise à jour: ${failureText(error, UNKNOWN_FAULT)}`
      onResult({ kind: 'error', text })
    }
  }
  const { mutate, isPending } = useMutation({
    ...api(setPremium).mutationOptions(),
    onMutate: () => onResult(null),
    onSuccess: (stored, { body }) => show(stored, body.isPremium),
    onError: async (error, { body }) => {
      const failure: Toast = { kind: 'error', text: textOf(error) }
      const isUnknown = !(error instanceof ApiFailure && error.kind === 'refused')
      if (isUnknown && body.isPremium !== isPremium) await verify(body.isPremium, failure)
      else onResult(failure)
    },
  })
  return { change: (body: PremiumInput) => mutate({ params: { id }, body }), isPending }
}

function comparison(email: string, expected: boolean, found: boolean): Toast {
  if (expected === found)
    return { kind: 'success', text: `${email}\u00a0: statut ${premiumLabel(found)} confirmé` }
  const text = `Le statut ne correspond pas\u00a0: attendu ${premiumLabel(expected)}, trouvé ${premiumLabel(found)}`
  return { kind: 'error', text }
}

function textOf(error: Error): string {
  const detail = failureText(error, UNKNOWN_FAULT)
  return refusalCodeOf(error) === 'OWNER_REQUIRED' ? detail : `Erreur lors de la mise à jour: ${detail}`
}
