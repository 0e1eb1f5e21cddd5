import { ORDINARY_WORK, signUpWork } from './sign-up-work.ts'

test.each([
  [500, 1],
  [501, 1.002],
  [1_000, 2],
  [16_000, 32],
])('after %d sign-ups of a day with 500 on ordinary ones, a proof is %d times the work', (signUps, times) => {
  expect(signUpWork(signUps, 500)).toBe(ORDINARY_WORK * times)
})
