import { useLocation } from 'react-router-dom'
import { useHydrated } from '#web/lib/loading/use-hydrated.ts'

/** The Premium page with the form of a payment, to which a visitor comes back from the sign-up. */
export const DECLARATION = '/premium#paiement-fait'

/** Whether the form of a payment is asked for; prerendered HTML does not know the fragment of its address. */
export function useIsDeclaring(): boolean {
  const { pathname, hash } = useLocation()
  return useHydrated() && pathname + hash === DECLARATION
}
