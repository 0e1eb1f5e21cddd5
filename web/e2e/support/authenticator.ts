import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'otplib'

const STEP_SECONDS = 30
/** Seconds that a machine under load may need between reading a code and its check. */
const MARGIN_SECONDS = 15

/** An authenticator app. Each code is valid once, so that it never shows the same one twice. */
export class Authenticator {
  readonly #secret: string
  #lastStep = 0

  /** @param secret as the page shows it */
  constructor(secret: string) {
    this.#secret = secret.replaceAll(' ', '')
  }

  /** Returns the oldest code that is still accepted and was not shown yet; waits for one where there is none. */
  async nextCode(): Promise<string> {
    const oldest = Math.floor((Date.now() / 1000 + MARGIN_SECONDS) / STEP_SECONDS) - 1
    const step = Math.max(oldest, this.#lastStep + 1)
    this.#lastStep = step
    // The code of the next half minute is already accepted.
    const takenFrom = (step - 1) * STEP_SECONDS * 1000
    await sleep(Math.max(0, takenFrom - Date.now()))
    return generate({ secret: this.#secret, epoch: step * STEP_SECONDS })
  }
}
