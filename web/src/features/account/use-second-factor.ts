import { useMutation } from '@tanstack/react-query'
import { accountChanges } from '#web/lib/auth/account-changes.ts'

export function useSecondFactor() {
  const beginning = useMutation({ mutationFn: accountChanges.beginSecondFactor })
  const switchingOn = useMutation({ mutationFn: accountChanges.switchOnSecondFactor })
  const switchingOff = useMutation({ mutationFn: accountChanges.switchOffSecondFactor })
  return { beginning, switchingOn, switchingOff }
}

export type SecondFactorMutations = ReturnType<typeof useSecondFactor>
