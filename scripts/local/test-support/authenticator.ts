import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'otplib'

const STEP_SECONDS = 30
/** What a test may need from the making of a code to its check. */
const MARGIN_SECONDS = 5

/**
 * What an authenticator app shows, or showed some half minutes before (-1) or will show (+1): these are taken too, so
 * that a test has three codes at once. Waits where the half minute is almost over.
 */
export async function codeOf(secret: string, step = 0): Promise<string> {
  const secondsLeft = STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS)
  if (secondsLeft < MARGIN_SECONDS) await sleep(secondsLeft * 1000)
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + step * STEP_SECONDS })
}
