import { useMutation } from '@tanstack/react-query'
import { accountChanges } from '#web/lib/auth/account-changes.ts'

/** The changes of a second factor; switching it on outlasts the sign-in that asked for it. */
export function useSecondFactor() {
  const beginning = useMutation({ mutationFn: accountChanges.beginSecondFactor })
  const switchingOn = useMutation({ mutationFn: accountChanges.switchOnSecondFactor })
  const switchingOff = useMutation({ mutationFn: accountChanges.switchOffSecondFactor })
  return {
    beginning,
    switchingOn,
    switchingOff,
    /** Whether the sign-in ended because the second factor is on. */
    isOn: switchingOn.isSuccess || beginning.data?.kind === 'on',
    isPending: beginning.isPending || switchingOn.isPending,
  }
}

export type SecondFactorChange = ReturnType<typeof useSecondFactor>
