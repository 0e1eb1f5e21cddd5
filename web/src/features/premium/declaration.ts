import { useLocation } from 'react-router-dom'
import { useHydrated } from '#web/lib/loading/use-hydrated.ts'

/** The Premium page with the form of a payment, to which a visitor comes back from the sign-up. */
export const DECLARATION = '/premium#paiement-fait'

/** True when the address opens the form of a payment; prerendered HTML does not know the fragment of its address. */
export function useIsDeclaring(): boolean {
  const { pathname, hash } = useLocation()
  return useHydrated() && pathname + hash === DECLARATION
}
