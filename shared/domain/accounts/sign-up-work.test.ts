import { ORDINARY_WORK, signUpWork } from './sign-up-work.ts'

test.each([
  { signUps: 0, times: 1 },
  { signUps: 499, times: 1 },
  { signUps: 500, times: 1 },
  { signUps: 501, times: 1.002 },
  { signUps: 1_000, times: 2 },
  { signUps: 4_000, times: 8 },
  { signUps: 16_000, times: 32 },
  { signUps: 1_000_000, times: 32 },
])(
  'after $signUps sign-ups of a day with 500 on ordinary ones, a proof is $times times the work',
  ({ signUps, times }) => {
    expect(signUpWork(signUps, 500)).toBe(ORDINARY_WORK * times)
  },
)
