import type { SecondFactorStart } from '#web/lib/auth/account-changes.ts'

/** What the card about the second factor shows. */
export type SecondFactorStep =
  | { name: 'off' }
  | { name: 'settingUp'; secret: string; address: string }
  | { name: 'on' }
  | { name: 'switchingOff' }

type Known = {
  hasSecondFactor: boolean
  /** What a set-up begins with, if one was asked for. */
  start: SecondFactorStart | undefined
  /** Whether it is to be switched off. */
  isLeaving: boolean
}

/** What is stored goes before what was asked for: another device may have been quicker. */
export function secondFactorStep({ hasSecondFactor, start, isLeaving }: Known): SecondFactorStep {
  if (hasSecondFactor) return { name: isLeaving ? 'switchingOff' : 'on' }
  if (start?.kind !== 'key') return { name: 'off' }
  return { name: 'settingUp', secret: start.secret, address: start.address }
}
