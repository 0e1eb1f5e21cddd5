import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSignUpChallenge } from '#shared/contract/samples.ts'
import { ApiFailure } from '../api/failure.ts'
import { createSignUpProofs } from './sign-up-proofs.ts'

beforeEach(() => vi.useFakeTimers())

const MINUTE = 60_000

/** Creates proofs whose challenges the test solves: `solved(n)` solves the n-th. */
function someProofs() {
  const solutions: ((number: number | null) => void)[] = []
  const ask = vi.fn(async () => sampleSignUpChallenge)
  const solve = vi.fn(() => new Promise<number | null>((resolve) => solutions.push(resolve)))
  const proofs = createSignUpProofs({ ask, solve })
  const onWait = vi.fn()
  return {
    ask,
    onWait,
    proofs,
    take: () => proofs.take(onWait),
    async solved(index: number, number: number | null = 100 + index) {
      await vi.advanceTimersByTimeAsync(0)
      solutions[index]?.(number)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const decode = (proof: string) => JSON.parse(atob(proof)) as unknown
const { maxnumber: _, ...signed } = sampleSignUpChallenge

test('a proof that was made while the form was filled in is taken without waiting', async () => {
  const { proofs, ask, onWait, take, solved } = someProofs()
  proofs.prepare()
  proofs.prepare()
  await solved(0)
  expect(decode(await take())).toEqual({ ...signed, number: 100 })
  expect(onWait).not.toHaveBeenCalled()
  expect(ask).toHaveBeenCalledOnce()
})

test('a proof is made again before the challenge expires, while the form is open', async () => {
  const { proofs, ask, take, solved } = someProofs()
  proofs.prepare()
  await solved(0)
  await vi.advanceTimersByTimeAsync(9 * MINUTE - 1)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(ask).toHaveBeenCalledTimes(2)
  await solved(1)
  expect(decode(await take())).toMatchObject({ number: 101 })
  proofs.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a proof that expired while the phone slept is not taken', async () => {
  const { proofs, take, onWait, solved } = someProofs()
  proofs.prepare()
  await solved(0)
  vi.setSystemTime(Date.now() + 9 * MINUTE)
  const proof = take()
  expect(onWait).toHaveBeenCalledOnce()
  await solved(1)
  expect(decode(await proof)).toMatchObject({ number: 101 })
})

test('a challenge that could not be fetched is requested again by the next attempt', async () => {
  const { proofs, ask, take, solved } = someProofs()
  ask.mockRejectedValueOnce(new ApiFailure('unreachable'))
  proofs.prepare()
  await vi.advanceTimersByTimeAsync(0)
  const proof = take()
  await solved(0)
  expect(decode(await proof)).toMatchObject({ number: 100 })
})
