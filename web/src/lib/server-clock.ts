import { CLOCK_OFFSET } from '#shared/contract/start-script.ts'
import { endAll, listen } from '#web/lib/listen.ts'
import { createKeptText } from './browser-storage.ts'

/** Answers are dated to the second. */
const PRECISION_MS = 1_000
/** An answer that has been on its way for longer makes the clock late until one is faster. */
const LONGEST_WAY_MS = 5_000

/** The server's clock minus this device's, in milliseconds; nothing while they agree. */
const offsetText = createKeptText(CLOCK_OFFSET)

/** Until a first answer it is the device's own, which may be wrong by years: nothing is removed by it. */
export function serverNow(): number {
  return Date.now() + (Number(offsetText.read()) || 0)
}

/** Durations of moments are measured by the device's clock. @param age seconds that the edge kept the answer */
export function learnTime(date: string | null, age = 0): void {
  const now = Date.parse(date ?? '') + age * 1_000 + PRECISION_MS
  const gain = now - serverNow()
  const offset = now - Date.now()
  if (gain > PRECISION_MS || gain < -LONGEST_WAY_MS)
    offsetText.write(Math.abs(offset) > PRECISION_MS ? String(offset) : null)
}

/** Asks for the time alone, for visitors, whose pages ask the server nothing. */
export async function askTime(): Promise<void> {
  const { headers } = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
  learnTime(headers.get('date'), Number(headers.get('age')))
}

export const onTimeLearned = offsetText.onChange

/** Also calls the listener when a page that was left open becomes visible, perhaps on another day. */
export function onTimeMoved(listener: () => void): () => void {
  return endAll(onTimeLearned(listener), listen(document, 'visibilitychange', listener))
}
