import { solveChallengeWorkers } from 'altcha-lib/v1'
// oxlint-disable-next-line import/default -- Vite makes the default export, for a file of its own.
import SolverWorker from 'altcha-lib/v1/worker?worker'
import {
  getSignUpChallenge,
  SIGN_UP_CHALLENGE_SECONDS,
  type SignUpChallenge,
} from '#shared/contract/sign-up.ts'
import { call } from '../api/call.ts'

/** Proofs of work for the attempts of one form to sign up. */
export type SignUpProofs = {
  /** Begins to make a proof, unless there is one. */
  prepare(): void
  /**
   * A proof for one attempt.
   * @param onWait called when it is not made yet
   * @throws ApiFailure, Error when the browser cannot make one
   */
  take(onWait: () => void): Promise<string>
  stop(): void
}

/** A minute less than a challenge is good: its answer was on the way, and the sign-up will be. */
const GOOD_MS = (SIGN_UP_CHALLENGE_SECONDS - 60) * 1000

type Made = { proof: Promise<string>; isMade: boolean; until: number }

type Deps = {
  ask?: () => Promise<SignUpChallenge>
  /** Looks for the number of a challenge; null: there is none. */
  solve?: (challenge: SignUpChallenge) => Promise<number | null>
}

export function createSignUpProofs({
  ask = () => call(getSignUpChallenge, {}),
  solve = solveInWorker,
}: Deps = {}): SignUpProofs {
  let current: Made | null = null
  let renewal: ReturnType<typeof setTimeout> | undefined

  async function make(onMade: () => void): Promise<string> {
    const { maxnumber, ...signed } = await ask()
    const number = await solve({ ...signed, maxnumber })
    if (number === null) throw new Error('The challenge has no solution')
    onMade()
    return btoa(JSON.stringify({ ...signed, number }))
  }

  function begin(): Made {
    const proof = make(() => {
      made.isMade = true
    })
    const made: Made = { proof, isMade: false, until: Date.now() + GOOD_MS }
    proof.catch(() => {
      // The attempt that waits for it fails; the next one asks again.
      if (current === made) current = null
    })
    clearTimeout(renewal)
    renewal = setTimeout(() => {
      if (document.visibilityState === 'visible') begin()
    }, GOOD_MS)
    current = made
    return made
  }

  /** Timers rest while a phone sleeps, so that the time is compared as well. */
  const good = () => (current && Date.now() < current.until ? current : begin())

  return {
    prepare: () => void good(),
    take(onWait) {
      const { proof, isMade } = good()
      current = null
      if (!isMade) onWait()
      return proof
    },
    stop() {
      clearTimeout(renewal)
    },
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
