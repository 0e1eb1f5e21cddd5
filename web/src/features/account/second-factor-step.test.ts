import { expect, test } from 'vitest'
import { secondFactorStep } from './second-factor-step.ts'

const app = { secret: 'ABCD', address: 'otpauth://totp/x?secret=ABCD' }
const setUp = { kind: 'key', ...app } as const
const on = { kind: 'on' } as const

test.each([
  { hasSecondFactor: false, start: undefined, isLeaving: false, step: { name: 'off' } },
  { hasSecondFactor: false, start: undefined, isLeaving: true, step: { name: 'off' } },
  { hasSecondFactor: false, start: on, isLeaving: false, step: { name: 'off' } },
  { hasSecondFactor: false, start: setUp, isLeaving: false, step: { name: 'settingUp', ...app } },
  { hasSecondFactor: false, start: setUp, isLeaving: true, step: { name: 'settingUp', ...app } },
  { hasSecondFactor: true, start: undefined, isLeaving: false, step: { name: 'on' } },
  { hasSecondFactor: true, start: setUp, isLeaving: false, step: { name: 'on' } },
  { hasSecondFactor: true, start: undefined, isLeaving: true, step: { name: 'switchingOff' } },
])('$hasSecondFactor, $start.kind, leaving $isLeaving: $step.name', ({ step, ...known }) => {
  expect(secondFactorStep(known)).toEqual(step)
})
