import { solveChallengeWorkers } from 'altcha-lib/v1'
// oxlint-disable-next-line import/default -- Vite makes the default export, for a file of its own.
import SolverWorker from 'altcha-lib/v1/worker?worker'
import {
  getSignUpChallenge,
  SIGN_UP_CHALLENGE_SECONDS,
  type SignUpChallenge,
} from '#shared/contract/sign-up.ts'
import { call } from '../api/call.ts'

/** A minute less than a challenge is valid, because its answer and the sign-up take time on the way. */
const LIFE_MS = (SIGN_UP_CHALLENGE_SECONDS - 60) * 1000

type PreparedProof = { proof: Promise<string>; isReady: boolean; expiresAt: number }

type Deps = {
  ask?: () => Promise<SignUpChallenge>
  /** Searches the number of a challenge; null when there is none. */
  solve?: (challenge: SignUpChallenge) => Promise<number | null>
}

export function createSignUpProofs({
  ask = () => call(getSignUpChallenge, {}),
  solve = solveInWorker,
}: Deps = {}) {
  let current: PreparedProof | null = null
  let renewal: ReturnType<typeof setTimeout> | undefined

  async function solveChallenge(onReady: () => void): Promise<string> {
    const { maxnumber, ...signed } = await ask()
    const number = await solve({ ...signed, maxnumber })
    if (number === null) throw new Error('The challenge has no solution')
    onReady()
    return btoa(JSON.stringify({ ...signed, number }))
  }

  function begin(): PreparedProof {
    const proof = solveChallenge(() => {
      prepared.isReady = true
    })
    const prepared: PreparedProof = { proof, isReady: false, expiresAt: Date.now() + LIFE_MS }
    proof.catch(() => {
      // The attempt that waits for it fails; the next attempt requests another challenge.
      if (current === prepared) current = null
    })
    clearTimeout(renewal)
    renewal = setTimeout(() => {
      if (document.visibilityState === 'visible') begin()
    }, LIFE_MS)
    current = prepared
    return prepared
  }

  /** Timers stop while a phone sleeps, so that the time is compared as well. */
  const valid = () => (current && Date.now() < current.expiresAt ? current : begin())

  return {
    prepare: () => void valid(),
    /** @param onWait called when it is not ready yet @throws ApiFailure, Error when the browser cannot make one */
    take(onWait: () => void): Promise<string> {
      const { proof, isReady } = valid()
      current = null
      if (!isReady) onWait()
      return proof
    },
    stop: () => clearTimeout(renewal),
  }
}

/** Takes a slow phone a second or two, in which the page stays responsive. */
function solveInWorker({ algorithm, challenge, salt, maxnumber }: SignUpChallenge): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const startWorker = () => {
      const worker = new SolverWorker()
      worker.addEventListener('error', () => reject(new Error('The worker could not be started')))
      return worker
    }
    solveChallengeWorkers(startWorker, 1, challenge, salt, algorithm, maxnumber).then(
      (solution) => resolve(solution?.number ?? null),
      reject,
    )
  })
}
